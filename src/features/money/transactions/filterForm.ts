import { isCategory } from '@/features/money/categories/shared'
import { isDay } from '@/lib/dates'
import { parsePounds, penceToPounds } from '@/lib/money'
import type { FieldErrors } from '@/lib/useForm'
import { transactionCopy } from './copy'
import type { SearchFilters } from './queries'

/** The fields of the filters; amounts in pounds. A link alone chooses a payee, and what the insights count. */
export type FilterForm = {
  direction: string
  category: string
  status: string
  from: string
  until: string
  least: string
  most: string
}
type FormFilters = Omit<SearchFilters, 'payee' | 'counted'>

export function toFilterForm({ incoming, category, pending, from, until, least, most }: FormFilters): FilterForm {
  return {
    direction: incoming === null ? 'all' : incoming ? 'in' : 'out',
    category: category ?? '',
    status: pending ? 'pending' : '',
    from: from ?? '',
    until: until ?? '',
    least: least === null ? '' : penceToPounds(least),
    most: most === null ? '' : penceToPounds(most),
  }
}

/** The filters, or what is wrong with the fields. */
export function checkFilters(form: FilterForm): FormFilters | { errors: FieldErrors<keyof FilterForm> } {
  const { amount, amountsCrossed, day, daysCrossed } = transactionCopy.filters.problems
  const [from, until] = [readDay(form.from), readDay(form.until)]
  const [least, most] = [readBound(form.least), readBound(form.most)]
  if (from === undefined || until === undefined || least === undefined || most === undefined) {
    return {
      errors: {
        ...(from === undefined && { from: day }),
        ...(until === undefined && { until: day }),
        ...(least === undefined && { least: amount }),
        ...(most === undefined && { most: amount }),
      },
    }
  }
  const areDaysCrossed = from !== null && until !== null && until < from
  const areAmountsCrossed = least !== null && most !== null && most < least
  if (areDaysCrossed || areAmountsCrossed) {
    return {
      errors: { ...(areDaysCrossed && { until: daysCrossed }), ...(areAmountsCrossed && { most: amountsCrossed }) },
    }
  }
  return {
    incoming: form.direction === 'all' ? null : form.direction === 'in',
    category: isCategory(form.category) ? form.category : null,
    pending: form.status === 'pending',
    from,
    until,
    least,
    most,
  }
}

// Null: empty. Undefined: invalid.

function readDay(typed: string): string | null | undefined {
  if (typed === '') return null
  return isDay(typed) ? typed : undefined
}

/** In pence, from text such as '£1,234.50'. */
function readBound(typed: string): number | null | undefined {
  return typed.replace(/[£\s]/g, '') === '' ? null : (parsePounds(typed) ?? undefined)
}
