import { page, type Pdf } from './pdfDocument'
import { lineHeight, type Block } from './pdfText'

/** Writes a name and its value side by side; '' continues the value above. Returns where the next one starts. */
export function writeFact(pdf: Pdf, name: string, value: Block, y: number): number {
  const fact = pdf.open('P')
  const label: Block = { text: `${name}: `, size: 10, weight: 'regular', width: 120 }
  if (name !== '') pdf.write(pdf.open('Span', fact), label, page.margin, y, { colour: 'muted' })
  pdf.write(pdf.open('Span', fact), value, page.margin + 120, y)
  fact.end()
  return y + pdf.linesOf(value).length * lineHeight(value.size) + 2
}
