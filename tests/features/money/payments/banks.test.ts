import { describe, expect, test } from 'vitest'
import { banks, findBank } from '@/features/money/payments/banks'

function nameOf(sortCode: string): string {
  const found = findBank(sortCode)
  return found.status === 'found' ? found.bank.name : found.status
}

/** WCAG relative luminance of '#rrggbb'. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe('the bank of a sort code', () => {
  test.each([
    ['00-12-34', 'Fernbank'],
    ['09-01-28', 'Santander'],
    ['20-00-00', 'Barclays'],
    ['22-99-99', 'Barclays'],
    ['29-99-99', 'Barclays'],
    ['40-00-01', 'HSBC'],
    ['49-99-99', 'HSBC'],
    ['40-47-84', 'First Direct'],
    ['01-00-01', 'NatWest'],
    ['50-00-00', 'NatWest'],
    ['60-00-01', 'NatWest'],
    ['66-99-99', 'NatWest'],
    ['15-00-00', 'Royal Bank of Scotland'],
    ['16-00-00', 'Royal Bank of Scotland'],
    ['83-00-00', 'Royal Bank of Scotland'],
    ['30-00-00', 'Lloyds'],
    ['39-99-99', 'Lloyds'],
    ['77-00-01', 'TSB'],
    ['87-00-01', 'TSB'],
    ['11-00-01', 'Halifax'],
    ['12-00-01', 'Bank of Scotland'],
    ['80-00-01', 'Bank of Scotland'],
    ['81-00-01', 'Bank of Scotland'],
    ['07-00-93', 'Nationwide'],
    ['23-05-80', 'Metro'],
    ['04-00-03', 'Monzo'],
    ['04-00-04', 'Monzo'],
    ['60-83-71', 'Starling'],
    ['04-00-40', 'Starling'],
    ['04-00-75', 'Revolut'],
    ['04-29-09', 'Revolut'],
    ['60-84-07', 'Chase'],
    ['23-14-70', 'Wise'],
    ['05-00-01', 'Virgin Money'],
    ['82-00-01', 'Virgin Money'],
    ['08-00-01', 'Co-operative'],
  ])('%s is %s', (sortCode, bank) => {
    expect(nameOf(sortCode)).toBe(bank)
  })

  test('the table contains the nineteen banks of the specification and Fernbank', () => {
    expect(banks.map(({ name }) => name).toSorted()).toEqual([
      'Bank of Scotland',
      'Barclays',
      'Chase',
      'Co-operative',
      'Fernbank',
      'First Direct',
      'HSBC',
      'Halifax',
      'Lloyds',
      'Metro',
      'Monzo',
      'NatWest',
      'Nationwide',
      'Revolut',
      'Royal Bank of Scotland',
      'Santander',
      'Starling',
      'TSB',
      'Virgin Money',
      'Wise',
    ])
  })

  test.each(['23-00-00', '04-11-11', '60-83-00', '60-84-00'])(
    '%s is shared by several banks, so it is unknown',
    (sortCode) => {
      expect(nameOf(sortCode)).toBe('unknown')
    },
  )

  test.each(['99-99-99', '98-12-34'])('%s belongs to no bank', (sortCode) => {
    expect(findBank(sortCode)).toEqual({ status: 'unknown', name: 'Unknown Bank', message: 'Bank not recognized' })
  })

  test('ignores dashes and spaces', () => {
    expect(nameOf('200000')).toBe('Barclays')
    expect(nameOf('20 00 00')).toBe('Barclays')
  })

  test.each(['', '20', '20-00-0', '20-00-000', '2a-00-00'])('%j is not six digits', (sortCode) => {
    expect(findBank(sortCode)).toEqual({ status: 'invalid', message: 'Sort code must be 6 digits' })
  })
})

describe('the table', () => {
  test('prefixes have two to six digits and belong to one bank each', () => {
    const prefixes = banks.flatMap((bank) => bank.prefixes)
    for (const prefix of prefixes) expect(prefix).toMatch(/^[0-9]{2,6}$/)
    expect(new Set(prefixes).size).toBe(prefixes.length)
  })

  test.each(banks)('$name has enough contrast', ({ colour, text }) => {
    const [darker, lighter] = [luminance(colour), text === 'light' ? 1 : 0].toSorted((a, b) => a - b)
    expect(((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)).toBeGreaterThanOrEqual(4.5)
  })
})
