import { oneLine } from '../_shared/mailText.ts'

const maxQuoteLength = 60

/**
 * Text that another person wrote, on one short line. The no-break space keeps a name or reference with the handover words
 * from calling an agent.
 */
export function quoted(text: string): string {
  const characters = Array.from(oneLine(text))
  const short = characters.slice(0, maxQuoteLength).join('') + (characters.length > maxQuoteLength ? '…' : '')
  return short.replace(/real agent|connect you with/gi, (words) => words.replaceAll(' ', '\u00a0'))
}
