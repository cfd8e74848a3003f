import { describe, expect, test } from 'vitest'
import { formatPence, parsePounds, penceToPounds, penceToWire, poundsToPence } from '@/lib/money'

describe('parsePounds', () => {
  test.each([
    ['12.5', 1250],
    ['12.50', 1250],
    [' 0.01 ', 1],
    ['5000', 500_000],
    ['999999999.99', 99_999_999_999],
    ['£5', 500],
    ['£ 5', 500],
    ['1,000.50', 100_050],
    ['£1,234,567', 123_456_700],
    ['.5', 50],
    ['5.', 500],
  ])('%j is %d pence', (text, pence) => expect(parsePounds(text)).toBe(pence))

  test.each(['', '.', '£', '10.005', '1e3', '-1', '+1', 'NaN', 'Infinity', '１２', '1 2', '0x10', '££5', '5£'])(
    '%j is unclear',
    (text) => expect(parsePounds(text)).toBeNull(),
  )

  test.each([
    ['12,50', 1250],
    ['12,5', 1250],
    ['£12,50', 1250],
    ['12,', 1200],
    [',5', 50],
    ['0,05', 5],
    ['1000,50', 100_050],
    ['1.000,50', 100_050],
    ['1.234.567,8', 123_456_780],
    ['1 234,56', 123_456],
  ])('a comma before pence in %j is a decimal point: %d pence', (text, pence) => expect(parsePounds(text)).toBe(pence))

  test.each([
    ['1,250', 125_000],
    ['12,500', 1_250_000],
    ['1,250.5', 125_050],
    ['1 250', 125_000],
    ['1 250.50', 125_050],
  ])('a comma before three digits in %j separates thousands: %d pence', (text, pence) =>
    expect(parsePounds(text)).toBe(pence),
  )

  test.each([
    '1000,000',
    '1,0000',
    '0,250',
    ',250',
    '1,00,000',
    '1,2,3',
    '1.250',
    '1.250.000',
    '1,250,50',
    '12.50,',
    ',',
  ])('%j is unclear', (text) => expect(parsePounds(text)).toBeNull())
})

test.each([
  [5000, 500_000],
  ['5000.00', 500_000],
  [0.1, 10],
  [4162.69, 416_269],
])('%j pounds of the wire are %d pence', (pounds, pence) => expect(poundsToPence(pounds)).toBe(pence))

test.each([
  [1250, '12.50'],
  [1, '0.01'],
  [0, '0.00'],
  [-1200, '-12.00'],
])('%d pence go out as %s', (pence, pounds) => expect(penceToPounds(pence)).toBe(pounds))

test.each([
  [123_456, '£1,234.56'],
  [-1200, '-£12.00'],
  [0, '£0.00'],
])('%d pence read %s', (pence, text) => expect(formatPence(pence)).toBe(text))

test('amounts are formatted as Intl formats them', () => {
  const intl = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  const found: number[] = []
  const compare = (pence: number) => {
    if (formatPence(pence) !== intl.format(pence / 100)) found.push(pence)
  }
  for (let pence = -12_000; pence <= 12_000; pence += 1) compare(pence)
  for (let pence = 1; pence < 99_999_999_999; pence = pence * 1.01 + 7) {
    compare(Math.round(pence))
    compare(-Math.round(pence))
  }
  expect(found).toEqual([])
})

test.each([
  [1250, 12.5],
  [1, 0.01],
  [100_000_000, 1_000_000],
  [99_999_999_999, 999_999_999.99],
])('%d pence are sent as %d', (pence, pounds) => expect(penceToWire(pence)).toBe(pounds))
