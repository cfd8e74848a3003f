import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { createFailureWords, useCreateScheduledPayment } from './mutations'
import { checkSchedule, emptyScheduleForm } from './scheduleForm'

/** The form of 'Schedule Incoming Payment'. */
export function useScheduleForm(onScheduled: () => void) {
  const create = useCreateScheduledPayment()
  const userId = useUserId()
  const form = useForm({
    initial: emptyScheduleForm,
    draft: `schedule:${userId}`,
    check: (typed) => checkSchedule(typed, new Date()),
    submit: (payment) => create.mutateAsync(payment),
    onSuccess: () => {
      form.reset()
      onScheduled()
    },
    failure: createFailureWords,
  })
  return form
}
