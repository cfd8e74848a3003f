import { brand } from '@/brand'
import { formatDay, londonDay } from '@/lib/dates'
import { letterFooter, type Letter } from './letter'
import { page, startPdf, textWidth, type Pdf } from './pdfDocument'
import { writeFact } from './pdfFact'
import { lineHeight, type Block, type PdfTools } from './pdfText'

/** A letter as a tagged PDF. */
export async function letterPdf(letter: Letter, now: Date, tools: PdfTools) {
  const pdf = await startPdf(`${brand.name}: ${letter.title}`, letterBlocks(letter), tools)
  writeLetter(pdf, letter, now)
  return pdf.finish(letterFooter(letter, now))
}

/** The texts of a letter that customers have written. */
export const letterBlocks = ({ facts }: Letter): Block[] => facts.map(({ value }) => valueBlock(value))

const valueBlock = (text: string): Block => ({ text, size: 10, weight: 'regular', width: textWidth - 120 })

/** From the top of a new page. */
export function writeLetter(pdf: Pdf, letter: Letter, now: Date) {
  pdf.addPage()
  let y: number = page.margin
  const write = (tag: string, text: string, size = 10, gap = 12, colour: 'ink' | 'muted' | 'brand' = 'ink') => {
    const block: Block = { text, size, weight: size > 10 ? 'bold' : 'regular', width: textWidth }
    pdf.write(pdf.open(tag), block, page.margin, y, { colour })
    y += pdf.linesOf(block).length * lineHeight(size) + gap
  }
  write('P', brand.name, 14, 24, 'brand')
  write('P', formatDay(letter.day ?? londonDay(now)), 10, 24, 'muted')
  write('H1', letter.title, 18, 16)
  for (const paragraph of letter.before) write('P', paragraph)
  y += 4
  for (const { name, value } of letter.facts) y = writeFact(pdf, name, valueBlock(value), y)
  y += 16
  for (const paragraph of letter.after) write('P', paragraph)
}
