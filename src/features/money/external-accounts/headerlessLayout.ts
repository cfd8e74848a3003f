import type { Layout } from './bankLayouts'
import { parseAmount, readDay } from './readValues'

const isDayText = (text: string) => (readDay(text) ?? readDay(text, 'month first')) !== null

/**
 * The columns of a file without a header, by what is in them: days, texts and amounts. HSBC writes a day, a text and an amount;
 * Barclaycard also the holder, a category, and two columns of amounts. Null: it can be read in more than one way.
 */
export function headerlessLayout(lines: string[][]): { layout: Layout; columns: string[] } | null {
  const width = Math.max(0, ...lines.map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, place) => String(place + 1))
  const valuesOf = (column: string) => lines.map((cells) => cells[Number(column) - 1] ?? '')
  const filled = (column: string) => valuesOf(column).filter((text) => text !== '')
  // One broken row must not make a file unreadable.
  const areMostly = (column: string, is: (text: string) => boolean) =>
    filled(column).length > 0 && filled(column).filter(is).length * 10 >= filled(column).length * 9
  const date = columns.find((column) => areMostly(column, isDayText))
  if (date === undefined || filled(date).length < lines.length) return null
  const others = columns.filter((column) => !areMostly(column, isDayText))
  const amounts = others.filter((column) => areMostly(column, (text) => parseAmount(text) !== null))
  const description = others.filter((column) => !amounts.includes(column) && filled(column).length > 0)
  const [first, second, third] = amounts
  if (first === undefined || description.length === 0 || third !== undefined) return null
  const base = { bank: width === 3 ? 'HSBC' : 'Other bank', date, description, isCommon: true } as const
  if (second === undefined)
    return filled(first).length < lines.length ? null : { layout: { ...base, amount: first }, columns }
  // Each row has an amount in one of the two. Which of them is money out is asked if the rows do not tell.
  const isOneOfTwo = lines.every((_, row) => (valuesOf(first)[row] === '') !== (valuesOf(second)[row] === ''))
  return isOneOfTwo ? { layout: { ...base, in: first, out: second }, columns } : null
}
