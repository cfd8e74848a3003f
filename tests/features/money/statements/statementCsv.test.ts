import { describe, expect, test } from 'vitest'
import { statementCsv } from '@/features/money/statements/statementCsv'
import type { Statement } from '@/features/money/statements/statement'
import { aStatement, anEntry } from './aStatement'

/** The text of each line, without the byte order mark. */
const lines = (statement: Statement) => statementCsv(statement).slice(1).split('\r\n')
/** The line of a single entry. */
const line = (change: Parameters<typeof anEntry>[0]) => lines(aStatement({ entries: [anEntry(change)] }))[2]

describe('a statement as CSV', () => {
  test('a statement as CSV has a header, the opening balance, every entry and the closing balance', () => {
    expect(statementCsv(aStatement())).toBe(
      '\uFEFFDate,Description,Reference,Amount,Balance\r\n' +
        '2026-10-01,Opening balance,,,5000.00\r\n' +
        '2026-10-03,Mill Lane Lettings,RENT FLAT 4,-1012.50,3987.50\r\n' +
        '2026-10-28,Northwold Design Ltd,,2340.05,6327.55\r\n' +
        '2026-10-31,Closing balance,,,6327.55\r\n',
    )
  })

  test('a statement as CSV is UTF-8 with a byte order mark', () => {
    const bytes = new TextEncoder().encode(statementCsv(aStatement()))
    expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  })

  test('a month without entries has equal balances', () => {
    expect(lines(aStatement({ openingBalance: 1, closingBalance: 1, entries: [] }))).toEqual([
      'Date,Description,Reference,Amount,Balance',
      '2026-10-01,Opening balance,,,0.01',
      '2026-10-31,Closing balance,,,0.01',
      '',
    ])
  })

  test('days are London days: 23:30 UTC in summer is the next day', () => {
    expect(line({ createdAt: '2026-10-03T23:30:00+00:00' })).toMatch(/^2026-10-04,/)
  })

  test.each(['=1+1', '-5', '=HYPERLINK("http://x","y")'])(
    'a reference or a name that begins like a formula is text: %j',
    (text) => {
      const csv = statementCsv(aStatement({ entries: [anEntry({ description: text, reference: text })] }))
      const quoted = /[",\r\n]/.test(text) ? `"'${text.replaceAll('"', '""')}"` : `'${text}`
      expect(csv).toContain(`,${quoted},${quoted},-1012.50,`)
    },
  )

  test('keeps signs inside text, and writes amounts as plain numbers', () => {
    expect(line({ reference: 'A=B+C-D@E', amount: -5 })).toBe('2026-10-03,Mill Lane Lettings,A=B+C-D@E,-0.05,3987.50')
  })
})
