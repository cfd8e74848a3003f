import cyrillicRegular from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff?url'
import cyrillicBold from '@fontsource/noto-sans/files/noto-sans-cyrillic-700-normal.woff?url'
import greekRegular from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff?url'
import greekBold from '@fontsource/noto-sans/files/noto-sans-greek-700-normal.woff?url'
import latinRegular from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?url'
import latinBold from '@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff?url'
import latinExtRegular from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?url'
import latinExtBold from '@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff?url'
import { proofOfAccount } from './letter'
import { letterPdf } from './letterPdf'
import type { FontSubset, Weight } from './pdfFonts'
import type { PdfAnswer, PdfOrder } from './pdfOrder'
import { breakLines, type PdfTools } from './pdfText'
import { recordsPdf } from './recordsPdf'
import { statementPdf } from './statementPdf'

// Makes a PDF beside the page: 5,000 entries take seconds. `createPdf` starts it.

// WOFF and not WOFF2: fontkit fails on accented letters of WOFF2 files when it embeds a part of the font.
const fonts: Record<FontSubset, Record<Weight, string>> = {
  latin: { regular: latinRegular, bold: latinBold },
  'latin-ext': { regular: latinExtRegular, bold: latinExtBold },
  greek: { regular: greekRegular, bold: greekBold },
  cyrillic: { regular: cyrillicRegular, bold: cyrillicBold },
}

const tools: PdfTools = {
  async loadFont(subset, weight) {
    const response = await fetch(fonts[subset][weight])
    if (!response.ok) throw new Error(`The font ${subset} could not be loaded: ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  },
  async drawText(text, weight, width) {
    const font = `${weight === 'bold' ? 700 : 400} ${pixels}px sans-serif`
    const measure = contextOf(new OffscreenCanvas(1, 1))
    measure.font = font
    const lines = breakLines(text, width * pixels, (part) => measure.measureText(part).width)
    return Promise.all(lines.map((line) => drawLine(line, font, measure.measureText(line).width)))
  },
}

/** The font size of pictures of text. Printed at 9 points, it is 400 dots per inch. */
const pixels = 50

/** The device has fonts for scripts and emoji that the PDF has no fonts for. */
async function drawLine(text: string, font: string, textPixels: number) {
  const width = Math.ceil(textPixels) + 2
  const canvas = new OffscreenCanvas(width, Math.ceil(pixels * 1.35))
  const context = contextOf(canvas)
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#14201a'
  context.font = font
  context.textBaseline = 'alphabetic'
  context.fillText(text, 1, pixels * 1.07)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
  return { url: await dataUrl(blob), width: width / pixels }
}

async function dataUrl(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return `data:${blob.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw text')
  return context
}

async function make(order: PdfOrder): Promise<Uint8Array<ArrayBuffer>> {
  const now = new Date()
  if (order.document === 'statement') return statementPdf(order.statement, order.account, now, tools)
  if (order.document === 'records') return recordsPdf(order, now, tools)
  const letter = order.document === 'letter' ? order.letter : proofOfAccount(order.account, order.openedIn)
  return letterPdf(letter, now, tools)
}

self.addEventListener('message', ({ data }: MessageEvent<PdfOrder>) => {
  void make(data).then(
    (bytes) => postMessage({ bytes } satisfies PdfAnswer, { transfer: [bytes.buffer] }),
    (error: unknown) => postMessage({ problem: String(error) } satisfies PdfAnswer),
  )
})
