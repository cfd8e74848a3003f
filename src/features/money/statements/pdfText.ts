import { fontRuns, type FontSubset, type Weight } from './pdfFonts'

/** A line of text as a picture, a data URL. Its width is in units of the font size. */
export type TextPicture = { url: string; width: number }

/** What the PDF needs from its surroundings. */
export type PdfTools = {
  loadFont: (subset: FontSubset, weight: Weight) => Promise<Uint8Array>
  /** Draws text that the fonts cannot show, in lines of at most `width` times the font size. */
  drawText: (text: string, weight: Weight, width: number) => Promise<TextPicture[]>
}

/** Text and the space that it is set in. Sizes in points. */
export type Block = {
  text: string
  size: number
  weight: Weight
  width: number
  /** Stays on one line, smaller where it is too wide. */
  isOneLine?: boolean
}

/** A line that fits into the width of its block. */
export type Line = { text: string; picture?: TextPicture }

const lineSpacing = 1.35

/** The height of a line. */
export function lineHeight(size: number): number {
  return size * lineSpacing
}

/** Composed letters, because the fonts have no marks to combine. */
export function composed(text: string): string {
  return text.normalize('NFC')
}

export function isPicture({ text }: Block): boolean {
  return fontRuns(composed(text)) === null
}

/** Breaks text between words, and inside a word that is wider than the line. */
export function breakLines(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  const add = (part: string, space: string) => {
    if (line !== '' && widthOf(line + space + part) > width) {
      lines.push(line)
      line = part
    } else {
      line += line === '' ? part : space + part
    }
  }
  for (const word of text.split(' ')) {
    if (widthOf(word) <= width) add(word, ' ')
    else Array.from(word).forEach((character, place) => add(character, place === 0 ? ' ' : ''))
  }
  return [...lines, line]
}
