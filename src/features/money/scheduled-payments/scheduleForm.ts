import { amountError, readAmount } from '@/lib/paymentRules'
import { textProblem } from '@/lib/safeText'
import type { FieldErrors, Problem } from '@/lib/useForm'
import { scheduledPaymentCopy as copy } from './copy'
import { londonInstant } from './londonInstant'

/** The fields of 'Schedule Incoming Payment'. */
export type ScheduleForm = {
  fromName: string
  /** In pounds. */
  amount: string
  reference: string
  /** 'YYYY-MM-DD' or ''. */
  day: string
  /** 'HH:MM' in London. */
  time: string
}

export const emptyScheduleForm: ScheduleForm = { fromName: '', amount: '', reference: '', day: '', time: '12:00' }

/** A checked payment; `amount` in pence. */
export type NewScheduledPayment = { fromName: string; amount: number; reference: string; scheduledFor: string }

type ScheduleErrors = FieldErrors<keyof ScheduleForm>

/** The payment, or what is wrong. */
export function checkSchedule(form: ScheduleForm, now: Date): NewScheduledPayment | Problem<keyof ScheduleForm> {
  const missing: ScheduleErrors = {
    ...(form.fromName.trim() === '' && { fromName: copy.fromNeeded }),
    ...(form.amount.trim() === '' && { amount: copy.amountNeeded }),
    ...(form.day === '' && { day: copy.dateNeeded }),
    ...(form.time === '' && { time: copy.timeNeeded }),
  }
  if (Object.keys(missing).length > 0) return { toast: copy.missing, errors: missing }

  const amount = readAmount(form.amount)
  const instant = londonInstant(form.day, form.time)
  const fromNameProblem = textProblem(form.fromName)
  const referenceProblem = textProblem(form.reference)
  const errors: ScheduleErrors = {
    ...(fromNameProblem !== null && { fromName: fromNameProblem }),
    ...(amount === null && { amount: amountError(form.amount, copy.amountInvalid) }),
    ...(referenceProblem !== null && { reference: referenceProblem }),
    ...(instant === null && { time: copy.noSuchTime }),
    ...(instant !== null && instant <= now && { time: copy.past }),
  }
  const [first] = Object.values(errors)
  if (amount === null || instant === null || first !== undefined) {
    return { toast: { title: copy.createFailed, text: first }, errors }
  }
  return {
    fromName: form.fromName.trim(),
    amount,
    reference: form.reference.trim(),
    scheduledFor: instant.toISOString(),
  }
}
