import { brand } from '@/brand'
import { formatDay, londonDay } from '@/lib/dates'
import { letterFooter, type Letter } from './letter'
import { page, startPdf, textWidth } from './pdfDocument'
import { writeFact } from './pdfFact'
import { lineHeight, type Block, type PdfTools } from './pdfText'

/** A letter as a tagged PDF. */
export async function letterPdf(letter: Letter, now: Date, tools: PdfTools) {
  const facts = letter.facts.map(({ name, value }) => ({
    name,
    value: { text: value, size: 10, weight: 'regular', width: textWidth - 120 } satisfies Block,
  }))
  const blocks = facts.map(({ value }) => value)
  const pdf = await startPdf(`${brand.name}: ${letter.title}`, blocks, tools)
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
  for (const { name, value } of facts) y = writeFact(pdf, name, value, y)
  y += 16
  for (const paragraph of letter.after) write('P', paragraph)
  return pdf.finish(letterFooter(letter, now))
}
