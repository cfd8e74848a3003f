import { describe, expect, test } from 'vitest'
import { byteOrderMark, csvLines, withoutFormula } from '@/lib/csv'

describe('a table as CSV', () => {
  test.each([
    ['Smith, Jones', '"Smith, Jones"'],
    ['the "Baker"', '"the ""Baker"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['two\nlines', '"two\nlines"'],
    ['semi;colon', 'semi;colon'],
    ['Zoë Łęcka £', 'Zoë Łęcka £'],
    ['', ''],
  ])('%j becomes the field %j', (text, field) => {
    expect(csvLines([['a', text, 'b']])).toBe(`a,${field},b\r\n`)
  })

  test('ends every line, and is empty without rows', () => {
    expect(csvLines([['a'], ['b']])).toBe('a\r\nb\r\n')
    expect(csvLines([])).toBe('')
  })

  test('starts with the UTF-8 byte order mark', () => {
    expect(Array.from(new TextEncoder().encode(byteOrderMark))).toEqual([0xef, 0xbb, 0xbf])
  })
})

describe('user input', () => {
  test.each(['=1+1', '+44 20', '-5', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', ' =1+1', '=HYPERLINK("http://x","y")'])(
    'is no formula: %j',
    (text) => expect(withoutFormula(text)).toBe(`'${text}`),
  )

  test.each(['A=B+C-D@E', 'RENT FLAT 4', '12-34-56', ''])('stays unchanged: %j', (text) => {
    expect(withoutFormula(text)).toBe(text)
  })
})
