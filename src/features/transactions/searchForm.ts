import { parsePounds } from '@/lib/money'
import { transactionCopy } from './copy'
import type { SearchCriteria, Transaction } from './queries'

/** The fields of the search; amounts in pounds. */
export type SearchForm = { text: string; least: string; most: string }

export const emptySearchForm: SearchForm = { text: '', least: '', most: '' }

export type SearchProblems = Partial<Record<'least' | 'most', string>>

/** The errors of the amount fields. */
export function checkSearch({ least, most }: SearchForm): SearchProblems {
  const { amount, amountsCrossed } = transactionCopy.search.problems
  const [from, to] = [readAmount(least), readAmount(most)]
  return {
    ...(from === undefined && { least: amount }),
    ...(to === undefined ? { most: amount } : from && to !== null && to < from && { most: amountsCrossed }),
  }
}

/** The search criteria. Null: the form is empty, or an amount is invalid. */
export function readCriteria(form: SearchForm): SearchCriteria | null {
  if (Object.keys(checkSearch(form)).length > 0) return null
  const text = form.text.trim()
  const [least, most] = [readAmount(form.least) ?? null, readAmount(form.most) ?? null]
  return text === '' && least === null && most === null ? null : { text, least, most }
}

/** Whether a sample row matches. */
export function isFound({ counterparty, reference, amount }: Transaction, { text, least, most }: SearchCriteria) {
  const words = text.toLowerCase()
  return (
    [counterparty, reference ?? ''].some((part) => part.toLowerCase().includes(words)) &&
    (least === null || amount >= least) &&
    (most === null || amount <= most)
  )
}

/** In pence, from text such as '£1,234.50'. Null: empty. Undefined: invalid. */
function readAmount(typed: string): number | null | undefined {
  const plain = typed.replace(/[£,\s]/g, '')
  return plain === '' ? null : (parsePounds(plain) ?? undefined)
}
