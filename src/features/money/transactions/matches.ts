import { londonDay } from '@/lib/dates'
import { foldText } from '@/lib/foldText'
import { parsePounds } from '@/lib/money'
import type { SearchCriteria, Transaction } from './queries'

/**
 * The amounts that a search text names, in pence: '£3,000' names 3000.00 to 3000.99, '2.2' and '2,2' name 2.20 to 2.29. Null for a
 * text that is no amount. private.searched_amounts in SQL is the same.
 */
export function searchedAmounts(text: string): { least: number; most: number } | null {
  const figure = text
    .replace(/^([^.,]*),(\d{1,2})\s*$/, '$1.$2')
    .replace(/[£,\s]/g, '')
    .replace(/^[-+−]/, '')
  const [, pounds = '', decimals = ''] = /^(\d{0,12})(?:\.(\d{0,2}))?$/.exec(figure) ?? []
  if (pounds === '' && decimals === '') return null
  const least = parsePounds(`${pounds || '0'}.${decimals.padEnd(2, '0')}`)
  return least === null ? null : { least, most: least + 10 ** (2 - decimals.length) - 1 }
}

/** Whether a sample row matches, as the server matches stored rows. */
export function matches(row: Transaction, criteria: SearchCriteria): boolean {
  const { text, incoming, category, payee, pending, counted, from, until, least, most } = criteria
  const day = londonDay(row.createdAt)
  return (
    matchesText(row, text) &&
    (incoming === null || row.incoming === incoming) &&
    (category === null || row.category === category) &&
    (payee === null || row.counterparty.toLowerCase() === payee.toLowerCase()) &&
    (!pending || row.status === 'pending') &&
    // No insight counts a sample.
    !counted &&
    (from === null || day >= from) &&
    (until === null || day <= until) &&
    (least === null || row.amount >= least) &&
    (most === null || row.amount <= most)
  )
}

function matchesText({ counterparty, reference, amount }: Transaction, text: string): boolean {
  const words = foldText(text.trim())
  const amounts = searchedAmounts(text)
  return (
    [counterparty, reference ?? ''].some((part) => foldText(part).includes(words)) ||
    (amounts !== null && amount >= amounts.least && amount <= amounts.most)
  )
}
