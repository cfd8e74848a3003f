import { describe, expect, test } from 'vitest'
import { keyedRows } from '@/features/money/external-accounts/keyedRows'
import { parseAmount, readDay } from '@/features/money/external-accounts/readValues'

const coffee = { day: '2026-10-05', amount: -320, description: 'COSTA' }

describe('the key of a row', () => {
  const keysOf = (rows: Parameters<typeof keyedRows>[0]) => keyedRows(rows).map(({ key }) => key)

  test('the key of a row is the same in files that overlap', () => {
    const other = { ...coffee, day: '2026-10-06' }
    expect(keysOf([other, coffee])).toEqual(keysOf([coffee, other]).toReversed())
  })

  test('numbers equal rows', () => {
    expect(new Set(keysOf([coffee, coffee, coffee])).size).toBe(3)
    expect(keysOf([coffee, coffee]).slice(0, 1)).toEqual(keysOf([coffee]))
  })

  test("the key of a row is the bank's id where there is one, however the text changes", () => {
    expect(keysOf([{ ...coffee, id: 'A1' }])).toEqual(keysOf([{ ...coffee, id: 'A1', description: 'COSTA COFFEE' }]))
    expect(keysOf([{ ...coffee, id: 'A1' }])).not.toEqual(keysOf([{ ...coffee, id: 'A2' }]))
  })

  test('the key of a row has its day and amount, because some banks use an id again', () => {
    expect(keysOf([{ ...coffee, id: 'A1' }])).not.toEqual(keysOf([{ ...coffee, id: 'A1', day: '2026-11-05' }]))
    expect(keysOf([{ ...coffee, id: 'A1' }])).not.toEqual(keysOf([{ ...coffee, id: 'A1', amount: -321 }]))
  })

  test('the key of a row is at most 100 characters', () => {
    for (const key of keysOf([
      { ...coffee, description: 'x'.repeat(140) },
      { ...coffee, id: 'y'.repeat(300) },
    ])) {
      expect(key.length).toBeLessThanOrEqual(100)
    }
  })

  test('the key of a row has no control character and no half of an emoji', () => {
    expect(keysOf([{ ...coffee, id: 'A\0\n1' }])).toEqual(['2026-10-05 -320 id A 1 1'])
    expect(keysOf([{ ...coffee, id: `${'y'.repeat(70)}🛒🛒` }])).toEqual([`2026-10-05 -320 id ${'y'.repeat(70)}🛒 1`])
  })
})

test.each([
  ['05/10/2026', '2026-10-05'],
  ['5/1/26', '2026-01-05'],
  ['05-10-2026', '2026-10-05'],
  ['05 Oct 2026', '2026-10-05'],
  ['5 September 2026', '2026-09-05'],
  ['2026-10-05', '2026-10-05'],
  ['2026-10-05 09:05:00', '2026-10-05'],
  ['2026-10-05T22:30:00Z', '2026-10-05'],
  ['2026-10-05T23:30:00Z', '2026-10-06'],
  ['2026-10-06T00:30:00+01:00', '2026-10-06'],
  ['2026-10-06T00:30:00+02:00', '2026-10-05'],
  ['20260701000000.000[+1:BST]', '2026-07-01'],
  ['20260630230000.000[0:GMT]', '2026-07-01'],
  ['20260329013000[0:GMT]', '2026-03-29'],
  ['20261025003000[+1:BST]', '2026-10-25'],
  ['20261231233000[0:GMT]', '2026-12-31'],
  ['20261005003000[+5.30:IST]', '2026-10-04'],
  ['20261005', '2026-10-05'],
  ['20261005120000[-5:EST]', '2026-10-05'],
  ['31/02/2026', null],
  ['31/12/1969', null],
  ['01/01/2100', null],
  ['10/13/2026', null],
  ['Pending', null],
  ['', null],
])('the day in %j is %j', (text, day) => expect(readDay(text)).toBe(day))

test.each([
  ['12.50', 1250],
  ['-12.5', -1250],
  ['+£1,234.56', 123_456],
  ['-£10.00', -1000],
  ['£-10.00', -1000],
  ['(10.00)', -1000],
  ['10.00 CR', 1000],
  ['10.00DR', -1000],
  ['10.5000', 1050],
  ['1.234', null],
  ['-85,00', -8500],
  ['1.234,56', 123_456],
  ['ten', null],
  ['', null],
])('the amount in %j is %j pence', (text, pence) => expect(parseAmount(text)).toBe(pence))
