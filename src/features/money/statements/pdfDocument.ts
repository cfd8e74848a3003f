// oxlint-disable-next-line import/no-named-as-default -- the library's types have the default export only
import PDFDocument from 'pdfkit'
import { brand } from '@/brand'
import { fontRuns, type FontSubset, type Weight } from './pdfFonts'
import {
  breakLines,
  composed,
  isPicture,
  lineHeight,
  type Block,
  type Line,
  type PdfTools,
  type TextPicture,
} from './pdfText'

/** A4, in points. */
export const page = { width: 595, height: 842, margin: 48 }
export const textWidth = page.width - 2 * page.margin
const footerTop = page.height - page.margin
/** Where the text of a page ends. */
export const textBottom = footerTop - 24

type Colour = 'ink' | 'muted' | 'brand'
const colours: Record<Colour, string> = { ink: '#14201a', muted: '#56635c', brand: '#1d5c3f' }

type Element = PDFKit.PDFStructureElement
/** The library's types lack `scope`. */
type ElementOptions = { lang?: string; scope?: 'Column' }

/** A tagged PDF: each text is part of the structure that screen readers follow, or marked as decoration. */
export type Pdf = {
  /** A structure element at the end of `parent`, or of the document. */
  open: (tag: string, parent?: Element, options?: ElementOptions) => Element
  /** Writes lines into an element, as its only content. */
  write: (element: Element, block: Block, x: number, y: number, options?: TextOptions) => void
  /** Writes a line that screen readers leave out. */
  decorate: (block: Block, x: number, y: number, options?: TextOptions) => void
  /** A horizontal line across the text. */
  rule: (y: number) => void
  addPage: () => void
  linesOf: (block: Block) => Line[]
  /** Writes the footer of each page, below whose account it is, and returns the file. */
  finish: (footer: string, owner?: Block) => Promise<Uint8Array<ArrayBuffer>>
}

type TextOptions = { colour?: Colour; align?: 'left' | 'right' }

/** `blocks` are all texts that customers or other banks have written. */
export async function startPdf(title: string, blocks: Block[], tools: PdfTools): Promise<Pdf> {
  const pdf = new PDFDocument({
    // The standard fonts are not embedded, and have no characters outside of Western Europe.
    font: '',
    autoFirstPage: false,
    bufferPages: true,
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, Author: brand.name, Creator: brand.name, Producer: brand.name },
  })
  const bytes = collect(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  await loadFonts(pdf, blocks, tools)
  const pictures = await drawPictures(blocks, tools)

  const widthOf = (text: string, size: number, weight: Weight) =>
    (fontRuns(text) ?? []).reduce(
      (sum, run) => sum + pdf.font(fontName(run.subset, weight), size).widthOfString(run.text),
      0,
    )

  const known = new Map<string, Line[]>()
  const linesOf = (block: Block): Line[] => {
    const key = keyOf(block)
    const lines = known.get(key) ?? setLines(block)
    known.set(key, lines)
    return lines
  }
  const setLines = (block: Block): Line[] => {
    const drawn = pictures.get(keyOf(block))
    if (drawn !== undefined) return drawn.map((picture) => ({ text: block.text, picture }))
    const text = composed(block.text)
    if (block.isOneLine) return [{ text }]
    const widthIn = (part: string) => widthOf(part, block.size, block.weight)
    return breakLines(text, block.width, widthIn).map((line) => ({ text: line }))
  }

  const draw = (block: Block, x: number, y: number, { colour = 'ink', align = 'left' }: TextOptions = {}) => {
    const { weight, width } = block
    linesOf(block).forEach(({ text, picture }, place) => {
      const top = y + place * lineHeight(block.size)
      if (picture !== undefined) {
        // The library stores pictures with the same URL once.
        pdf.image(picture.url, x, top, { width: Math.min(picture.width * block.size, width) })
        return
      }
      const size = Math.min(block.size, (block.size * width) / (widthOf(text, block.size, weight) || 1))
      let left = align === 'right' ? x + width - widthOf(text, size, weight) : x
      for (const run of fontRuns(text) ?? []) {
        pdf.font(fontName(run.subset, weight), size).fillColor(colours[colour])
        pdf.text(run.text, left, top, { lineBreak: false })
        left += pdf.widthOfString(run.text)
      }
    })
  }

  const asDecoration = (drawing: () => void) => {
    pdf.markContent('Artifact', { type: 'Pagination' })
    drawing()
    pdf.endMarkedContent()
  }

  return {
    open(tag, parent = root, options = {}) {
      const element = pdf.struct(tag, options)
      parent.add(element)
      return element
    },
    write(element, block, x, y, options) {
      const target = isPicture(block) ? pdf.struct('Span', { actual: block.text }) : element
      if (target !== element) element.add(target)
      target.add(() => draw(block, x, y, options))
      target.end()
      element.end()
    },
    decorate: (block, x, y, options) => asDecoration(() => draw(block, x, y, options)),
    rule: (y) =>
      asDecoration(() => {
        pdf
          .moveTo(page.margin, y)
          .lineTo(page.width - page.margin, y)
          .lineWidth(0.5)
          .stroke('#d5dcd8')
      }),
    addPage: () => void pdf.addPage(),
    linesOf,
    finish(footer, owner) {
      root.end()
      const { start, count } = pdf.bufferedPageRange()
      for (let place = start; place < start + count; place += 1) {
        pdf.switchToPage(place)
        asDecoration(() => {
          if (owner !== undefined) draw(owner, page.margin, footerTop - lineHeight(owner.size), { colour: 'muted' })
          draw(footerText(footer), page.margin, footerTop, { colour: 'muted' })
          draw(footerText(`Page ${place + 1} of ${count}`), page.margin, footerTop, { colour: 'muted', align: 'right' })
        })
      }
      pdf.end()
      return bytes
    },
  }
}

export const footerText = (text: string): Block => ({ text, size: 8, weight: 'regular', width: textWidth })
const fontName = (subset: FontSubset, weight: Weight) => `${subset} ${weight}`

async function loadFonts(pdf: PDFKit.PDFDocument, blocks: Block[], { loadFont }: PdfTools) {
  const weights: Weight[] = ['regular', 'bold']
  const wanted = new Map<string, { subset: FontSubset; weight: Weight }>(
    weights.map((weight) => [fontName('latin', weight), { subset: 'latin', weight }]),
  )
  for (const { text, weight } of blocks) {
    for (const { subset } of fontRuns(composed(text)) ?? []) wanted.set(fontName(subset, weight), { subset, weight })
  }
  await Promise.all(
    Array.from(wanted, async ([name, { subset, weight }]) => {
      const font = await loadFont(subset, weight)
      pdf.registerFont(name, font.slice().buffer)
    }),
  )
}

const keyOf = ({ text, weight, size, width }: Block) => JSON.stringify([text, weight, size, width])

async function drawPictures(blocks: Block[], { drawText }: PdfTools) {
  const pictures = new Map<string, TextPicture[]>()
  for (const block of blocks) {
    const key = keyOf(block)
    if (!isPicture(block) || pictures.has(key)) continue
    pictures.set(key, await drawText(composed(block.text), block.weight, block.width / block.size))
  }
  return pictures
}

function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', () => {
      const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
      let offset = 0
      for (const chunk of chunks) {
        bytes.set(chunk, offset)
        offset += chunk.length
      }
      resolve(bytes)
    })
  })
}
