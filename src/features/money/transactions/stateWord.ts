import { wordsOf } from '@/lib/codeWords'

export type PaymentKind = 'sent' | 'received' | 'card'
export type PaymentState = 'pending' | 'completed' | 'failed' | 'reversed'

// The notes and mails that SQL writes, and the assistant, use the same words: paymentStates.test.ts compares all of them.
const failed = { sent: 'Not sent', received: 'Not received', card: 'Not charged' }
const words = { pending: 'Pending', reversed: 'Reversed' }

export const kindOf = (incoming: boolean, isCard: boolean): PaymentKind =>
  incoming ? 'received' : isCard ? 'card' : 'sent'

/** The state of a transaction's row. Only a completed one can be reversed. */
export function stateOf(status: string, reversedAt: string | null): PaymentState {
  if (status === 'pending' || status === 'failed') return status
  return reversedAt === null ? 'completed' : 'reversed'
}

/** The state in the words of every list. Null for a completed payment, which needs none. */
export function stateWord(kind: PaymentKind, state: string): string | null {
  if (state === 'completed') return null
  return state === 'failed' ? failed[kind] : wordsOf(words, state)
}
