import { isDay } from '@/lib/dates'
import { parsePounds, penceToPounds } from '@/lib/money'
import type { FieldErrors, FieldProblem } from '@/lib/useForm'
import { staffTransactionsCopy as copy } from './copy'
import type { Filter } from './filter'
import { findDay } from './searchDay'

/** The fields of the search as typed: amounts in pounds, days as 'YYYY-MM-DD'. */
export type FilterForm = { search: string; least: string; most: string; from: string; until: string; status: string }

export const emptyFilterForm: FilterForm = { search: '', least: '', most: '', from: '', until: '', status: '' }

/**
 * The filter, or what is wrong. A day among the words of the search is the period, if none is chosen. `incomplete`: partly
 * typed days, whose value the browser reports as ''.
 */
export function checkFilter(
  typed: FilterForm,
  incomplete: ('from' | 'until')[],
): Filter | FieldProblem<keyof FilterForm> {
  const hasPeriod = typed.from !== '' || typed.until !== '' || incomplete.length > 0
  const found = hasPeriod ? null : findDay(typed.search)
  const form = found === null ? typed : { ...typed, search: found.rest, from: found.day, until: found.day }
  const { amount, amountsCrossed, day, daysCrossed } = copy.problems
  const [least, most] = [readBound(form.least), readBound(form.most)]
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
  return { ...form, search: form.search.trim(), least, most }
}

/** The number of filters that are set beside the search. */
export function countSet(form: FilterForm): number {
  return Object.entries(form).filter(([name, typed]) => name !== 'search' && typed.trim() !== '').length
}

/** A filter as the fields of the form, and of the address. */
export function formOf({ least, most, ...texts }: Filter): FilterForm {
  return {
    ...texts,
    least: least === null ? '' : penceToPounds(least),
    most: most === null ? '' : penceToPounds(most),
  }
}

/** The filter in the address, which can hold any text. What the form would refuse does not filter. */
export function readFilter(field: (name: keyof FilterForm) => string): Filter {
  const valid = (name: 'from' | 'until') => (isDay(field(name)) ? field(name) : '')
  const status = field('status')
  return {
    search: field('search').trim().slice(0, longestSearch),
    least: readBound(field('least')) ?? null,
    most: readBound(field('most')) ?? null,
    from: valid('from'),
    until: valid('until'),
    status: Object.hasOwn(copy.statuses, status) ? status : '',
  }
}

/** Of an address, the longest text that is stored. */
export const longestSearch = 254

/** In pence, from text such as '£1,234.50'. Null: empty. Undefined: invalid. */
function readBound(typed: string): number | null | undefined {
  return typed.replace(/[£\s]/g, '') === '' ? null : (parsePounds(typed) ?? undefined)
}
