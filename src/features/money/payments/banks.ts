import { brand } from '@/brand'
import { stripSeparators } from '@/lib/sortCode'

/** `colour` is the background of the name; `text` contrasts with it (white fails on Barclays, Co-op, Wise). */
type Bank = { name: string; prefixes: readonly string[]; colour: string; text: 'light' | 'dark' }

type BankLookup =
  | { status: 'found'; bank: Bank }
  | { status: 'unknown'; name: string; message: string }
  | { status: 'invalid'; message: string }

/** The two-digit prefixes from `first` to `last`. */
function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(2, '0'))
}

/**
 * Source: the commonly known ranges of each bank. The industry's directory is not public, so only certain prefixes are
 * listed. The colours approximate each bank's public identity.
 */
export const banks: readonly Bank[] = [
  // Our own accounts. No real bank has sort codes that begin with 00.
  { name: brand.name, prefixes: ['00'], colour: '#14532d', text: 'light' },
  { name: 'Santander', prefixes: ['09'], colour: '#d90000', text: 'light' },
  { name: 'Barclays', prefixes: [...range(20, 22), ...range(24, 29)], colour: '#00aeef', text: 'dark' },
  { name: 'HSBC', prefixes: range(40, 49), colour: '#db0011', text: 'light' },
  { name: 'First Direct', prefixes: ['4047'], colour: '#000000', text: 'light' },
  { name: 'NatWest', prefixes: ['01', ...range(50, 66)], colour: '#42145f', text: 'light' },
  { name: 'Royal Bank of Scotland', prefixes: ['15', '16', '83'], colour: '#0a2f64', text: 'light' },
  { name: 'Lloyds', prefixes: range(30, 39), colour: '#00563f', text: 'light' },
  { name: 'TSB', prefixes: ['77', '87'], colour: '#0f3f93', text: 'light' },
  { name: 'Halifax', prefixes: ['11'], colour: '#005eb8', text: 'light' },
  { name: 'Bank of Scotland', prefixes: ['12', '80', '81'], colour: '#0b2265', text: 'light' },
  { name: 'Nationwide', prefixes: ['07'], colour: '#011546', text: 'light' },
  { name: 'Metro', prefixes: ['230580'], colour: '#b5121b', text: 'light' },
  { name: 'Monzo', prefixes: ['040003', '040004'], colour: '#ff4f40', text: 'dark' },
  { name: 'Starling', prefixes: ['608371', '040040'], colour: '#5a2fc2', text: 'light' },
  { name: 'Revolut', prefixes: ['040075', '042909'], colour: '#191c1f', text: 'light' },
  { name: 'Chase', prefixes: ['608407'], colour: '#0b5fa5', text: 'light' },
  { name: 'Wise', prefixes: ['231470'], colour: '#9fe870', text: 'dark' },
  { name: 'Virgin Money', prefixes: ['05', '82'], colour: '#c40000', text: 'light' },
  { name: 'Co-operative', prefixes: ['08'], colour: '#00b1e7', text: 'dark' },
]

/** Prefixes that several banks share: only all six digits identify the bank. */
const sharedPrefixes = ['04', '23', '6083', '6084']

const bankByPrefix = new Map(banks.flatMap((bank) => bank.prefixes.map((prefix) => [prefix, bank] as const)))

/** The bank of a sort code, by the longest known prefix of six to two digits. */
export function findBank(sortCode: string): BankLookup {
  const digits = stripSeparators(sortCode)
  if (!/^[0-9]{6}$/.test(digits)) return { status: 'invalid', message: 'Sort code must be 6 digits' }
  const shortest = sharedPrefixes.some((prefix) => digits.startsWith(prefix)) ? 6 : 2
  for (let length = 6; length >= shortest; length -= 1) {
    const bank = bankByPrefix.get(digits.slice(0, length))
    if (bank !== undefined) return { status: 'found', bank }
  }
  return { status: 'unknown', name: 'Unknown Bank', message: 'Bank not recognized' }
}
