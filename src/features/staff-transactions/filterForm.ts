import type { FieldErrors } from '@/lib/formErrors'
import { parsePounds } from '@/lib/money'
import { staffTransactionsCopy as copy } from './copy'
import type { Filter } from './queries'

/** What a person types to find transactions: amounts in pounds, days as 'YYYY-MM-DD'. */
export type FilterForm = {
  email: string
  recipient: string
  reference: string
  least: string
  most: string
  from: string
  until: string
  status: string
}

export const emptyFilterForm: FilterForm = {
  email: '',
  recipient: '',
  reference: '',
  least: '',
  most: '',
  from: '',
  until: '',
  status: '',
}

export type FilterErrors = FieldErrors<keyof FilterForm>

/** The filter, or what is wrong. `halfTyped`: the days that are no days yet, which a form reads as nothing. */
export function checkFilter(form: FilterForm, halfTyped: ('from' | 'until')[]): Filter | { errors: FilterErrors } {
  const { amount, amountsCrossed, day, daysCrossed } = copy.problems
  const [least, most] = [readAmount(form.least), readAmount(form.most)]
  const errors: FilterErrors = {
    ...(least === undefined && { least: amount }),
    ...(most === undefined
      ? { most: amount }
      : most !== null && least !== undefined && least !== null && most < least && { most: amountsCrossed }),
    ...(halfTyped.includes('from') && { from: day }),
    ...(halfTyped.includes('until')
      ? { until: day }
      : form.until !== '' && form.until < form.from && { until: daysCrossed }),
  }
  if (least === undefined || most === undefined || Object.keys(errors).length > 0) return { errors }
  const { from, until, status } = form
  const [email, recipient, reference] = [form.email.trim(), form.recipient.trim(), form.reference.trim()]
  return { email, recipient, reference, least, most, from, until, status }
}

/** How many fields are filled in. */
export function countSet(form: FilterForm): number {
  return Object.values(form).filter((typed) => typed.trim() !== '').length
}

/** Pence; null where nothing is typed, undefined where it is no amount. '£1,234.50' is one. */
function readAmount(typed: string): number | null | undefined {
  const plain = typed.replace(/[£,\s]/g, '')
  return plain === '' ? null : (parsePounds(plain) ?? undefined)
}
