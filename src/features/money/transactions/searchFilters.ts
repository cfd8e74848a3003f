import { categories, isCategory } from '@/features/money/categories/shared'
import { isDay, formatDate, longMonthName, monthPeriod } from '@/lib/dates'
import { formatPence, parsePounds, penceToPounds } from '@/lib/money'
import { nameLimit } from '@/lib/paymentRules'
import { transactionCopy } from './copy'
import type { SearchFilters } from './queries'

export const noFilters: SearchFilters = {
  incoming: null,
  category: null,
  payee: null,
  pending: false,
  counted: false,
  from: null,
  until: null,
  least: null,
  most: null,
}

// The names in the address.
const directions = { in: true, out: false } as const

/** The filters in the address. Ignores what is not valid. */
export function readFilters(params: URLSearchParams): SearchFilters {
  const direction = params.get('direction')
  const category = params.get('category')
  const payee = params.get('payee')?.trim() ?? ''
  const day = (name: string) => {
    const value = params.get(name)
    return value !== null && isDay(value) ? value : null
  }
  return {
    incoming: direction === 'in' || direction === 'out' ? directions[direction] : null,
    category: isCategory(category) ? category : null,
    payee: payee === '' || payee.length > nameLimit ? null : payee,
    pending: params.get('pending') === 'true',
    counted: params.get('counted') === 'true',
    from: day('from'),
    until: day('until'),
    least: parsePounds(params.get('min') ?? ''),
    most: parsePounds(params.get('max') ?? ''),
  }
}

/** The filters as the query of an address. */
export function filterParams(filters: Partial<SearchFilters>): URLSearchParams {
  const { incoming, category, payee, pending, counted, from, until, least, most } = { ...noFilters, ...filters }
  return new URLSearchParams({
    ...(incoming !== null && { direction: incoming ? 'in' : 'out' }),
    ...(category !== null && { category }),
    ...(payee !== null && { payee }),
    ...(pending && { pending: 'true' }),
    ...(counted && { counted: 'true' }),
    ...(from !== null && { from }),
    ...(until !== null && { until }),
    ...(least !== null && { min: penceToPounds(least) }),
    ...(most !== null && { max: penceToPounds(most) }),
  })
}

/** An active filter: its words, and the filters without it. */
export type FilterChip = { label: string; without: Partial<SearchFilters> }

export function filterChips(filters: SearchFilters): FilterChip[] {
  const { incoming, category, payee, pending, counted, from, until, least, most } = filters
  return [
    ...(incoming === null ? [] : [{ label: incoming ? 'Money in' : 'Money out', without: { incoming: null } }]),
    ...(category === null ? [] : [{ label: categories[category], without: { category: null } }]),
    ...(payee === null ? [] : [{ label: payee, without: { payee: null } }]),
    ...(pending ? [{ label: transactionCopy.pending, without: { pending: false } }] : []),
    ...(counted ? [{ label: transactionCopy.counted, without: { counted: false } }] : []),
    ...(from === null && until === null ? [] : [{ label: period(from, until), without: { from: null, until: null } }]),
    ...(least === null && most === null ? [] : [{ label: amounts(least, most), without: { least: null, most: null } }]),
  ]
}

function period(from: string | null, until: string | null): string {
  if (from === null) return `Until ${formatDate(until ?? '')}`
  if (until === null) return `From ${formatDate(from)}`
  const month = monthPeriod(from.slice(0, 7))
  if (month.first === from && month.last === until) return longMonthName(from)
  return from === until ? formatDate(from) : `${formatDate(from)} to ${formatDate(until)}`
}

function amounts(least: number | null, most: number | null): string {
  if (least === null) return `Up to ${formatPence(most ?? 0)}`
  if (most === null) return `From ${formatPence(least)}`
  return least === most ? formatPence(least) : `${formatPence(least)} to ${formatPence(most)}`
}
