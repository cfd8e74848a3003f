import { parsePounds } from '@/lib/money'
import { transactionCopy } from './copy'
import type { SearchCriteria, Transaction } from './queries'

/** What a person types to find transactions; the amounts in pounds. */
export type SearchForm = { text: string; least: string; most: string }

export const emptySearchForm: SearchForm = { text: '', least: '', most: '' }

export type SearchProblems = Partial<Record<'least' | 'most', string>>

/** What is wrong with the amounts, field by field. */
export function checkSearch({ least, most }: SearchForm): SearchProblems {
  const { amount, amountsCrossed } = transactionCopy.search.problems
  const [from, to] = [readAmount(least), readAmount(most)]
  return {
    ...(from === undefined && { least: amount }),
    ...(to === undefined ? { most: amount } : from && to !== null && to < from && { most: amountsCrossed }),
  }
}

/** What to search for; null while nothing is asked, or an amount is none. */
export function readCriteria(form: SearchForm): SearchCriteria | null {
  if (Object.keys(checkSearch(form)).length > 0) return null
  const text = form.text.trim()
  const [least, most] = [readAmount(form.least) ?? null, readAmount(form.most) ?? null]
  return text === '' && least === null && most === null ? null : { text, least, most }
}

/** Whether a row that only the browser knows would have been found. */
export function isFound({ counterparty, reference, amount }: Transaction, { text, least, most }: SearchCriteria) {
  const words = text.toLowerCase()
  return (
    [counterparty, reference ?? ''].some((part) => part.toLowerCase().includes(words)) &&
    (least === null || amount >= least) &&
    (most === null || amount <= most)
  )
}

/** Pence; null where nothing is typed, undefined where it is no amount. '£1,234.50' is one. */
function readAmount(typed: string): number | null | undefined {
  const plain = typed.replace(/[£,\s]/g, '')
  return plain === '' ? null : (parsePounds(plain) ?? undefined)
}
