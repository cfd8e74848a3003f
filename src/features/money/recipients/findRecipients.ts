import { foldText } from '@/lib/foldText'
import { stripSeparators } from '@/lib/sortCode'
import type { Recipient } from './queries'

/** The recipients whose name, nickname or numbers contain the text. */
export function findRecipients(recipients: Recipient[], text: string): Recipient[] {
  const words = foldText(text.trim())
  const digits = stripSeparators(words)
  return recipients.filter(({ holderName, nickname, sortCode, accountNumber }) => {
    const isNamed = [holderName, nickname ?? ''].some((name) => foldText(name).includes(words))
    return (
      isNamed || (digits !== '' && [stripSeparators(sortCode), accountNumber].some((number) => number.includes(digits)))
    )
  })
}
