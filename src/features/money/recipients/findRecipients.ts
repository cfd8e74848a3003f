import { stripSeparators } from '@/lib/sortCode'
import type { Recipient } from './queries'

/** The recipients whose name, nickname or numbers contain the text. */
export function findRecipients(recipients: Recipient[], text: string): Recipient[] {
  const words = text.trim().toLowerCase()
  const digits = stripSeparators(words)
  return recipients.filter(({ holderName, nickname, sortCode, accountNumber }) => {
    const isNamed = [holderName, nickname ?? ''].some((name) => name.toLowerCase().includes(words))
    return (
      isNamed || (digits !== '' && [stripSeparators(sortCode), accountNumber].some((number) => number.includes(digits)))
    )
  })
}
