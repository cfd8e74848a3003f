import { useForm } from '@/lib/useForm'
import { createFailureWords, useCreateScheduledPayment } from './mutations'
import { checkSchedule, emptyScheduleForm } from './scheduleForm'

/** The form of 'Schedule Incoming Payment'. */
export function useScheduleForm(userId: string, onScheduled: () => void) {
  const create = useCreateScheduledPayment(userId)
  const form = useForm({
    initial: emptyScheduleForm,
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
