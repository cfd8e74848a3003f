import { parsePounds, plainAmount } from '@/lib/money'
import type { FieldErrors, FieldProblem } from '@/lib/useForm'
import { staffTransactionsCopy as copy } from './copy'
import type { Filter } from './queries'

/** The fields of the filter: amounts in pounds, days as 'YYYY-MM-DD'. */
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

/** The filter, or what is wrong. `incomplete`: partly typed days, whose value the browser reports as ''. */
export function checkFilter(
  form: FilterForm,
  incomplete: ('from' | 'until')[],
): Filter | FieldProblem<keyof FilterForm> {
  const { amount, amountsCrossed, day, daysCrossed } = copy.problems
  const [least, most] = [readAmount(form.least), readAmount(form.most)]
  const errors: FieldErrors<keyof FilterForm> = {
    ...(least === undefined && { least: amount }),
    ...(most === undefined
      ? { most: amount }
      : most !== null && least !== undefined && least !== null && most < least && { most: amountsCrossed }),
    ...(incomplete.includes('from') && { from: day }),
    ...(incomplete.includes('until')
      ? { until: day }
      : form.until !== '' && form.until < form.from && { until: daysCrossed }),
  }
  if (least === undefined || most === undefined || Object.keys(errors).length > 0) return { errors }
  const { from, until, status } = form
  const [email, recipient, reference] = [form.email.trim(), form.recipient.trim(), form.reference.trim()]
  return { email, recipient, reference, least, most, from, until, status }
}

/** The number of fields with text. */
export function countSet(form: FilterForm): number {
  return Object.values(form).filter((typed) => typed.trim() !== '').length
}

/** In pence, from text such as '£1,234.50'. Null: empty. Undefined: invalid. */
function readAmount(typed: string): number | null | undefined {
  const plain = plainAmount(typed)
  return plain === '' ? null : (parsePounds(plain) ?? undefined)
}
