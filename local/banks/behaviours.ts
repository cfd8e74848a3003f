import { randomUUID } from 'node:crypto'
import type { BankMessage } from './sendToFernbank'

export type Answer = Record<string, unknown> & { type: string }

/** What the other banks do with a payment: the answer to its message, and the messages that follow. */
export type Behaviour = {
  answer: 'accepted' | 'rejected' | 'pending'
  reason?: string
  /** Decided, but told only when they are asked. */
  isSilent?: boolean
  /** Down for this long, from the first message about the payment. */
  downMs?: number
  later?: { afterMs: number; messages: (payment: Payment) => BankMessage[] }
}

export type Payment = { paymentId: string; amount: string }

const status = (payment: Payment, value: 'accepted' | 'pending') => ({
  id: randomUUID(),
  type: 'payment-status',
  paymentId: payment.paymentId,
  status: value,
  reason: null,
})
const returned = ({ paymentId, amount }: Payment, reason: string) => ({
  id: randomUUID(),
  type: 'return',
  paymentId,
  amount,
  reason,
})

/** By the pence of the amount, so that each path can be seen at the desk. Every other payment is accepted at once. */
const behaviours: Record<string, Behaviour> = {
  '11': { answer: 'rejected', reason: 'AC01' },
  '12': { answer: 'pending', later: { afterMs: 20_000, messages: (payment) => [status(payment, 'accepted')] } },
  '13': {
    answer: 'pending',
    later: {
      afterMs: 1000,
      messages: (payment) => [status(payment, 'accepted'), status(payment, 'accepted'), status(payment, 'pending')],
    },
  },
  '14': { answer: 'pending', isSilent: true },
  '15': { answer: 'accepted', later: { afterMs: 20_000, messages: (payment) => [returned(payment, 'AC04')] } },
  '16': { answer: 'accepted', downMs: 60_000 },
}

export function behaviourFor(amount: string): Behaviour {
  return behaviours[amount.slice(-2)] ?? { answer: 'accepted' }
}

/** Below this amount in pounds a payment that is recalled comes back; above it the payee keeps it. */
const returnedBelow = 100

/** The answer to a recall, some seconds after it. */
export function answerToRecall(payment: Payment): BankMessage {
  return Number(payment.amount) < returnedBelow
    ? returned(payment, 'FOCR')
    : { id: randomUUID(), type: 'recall-answer', paymentId: payment.paymentId, status: 'refused' }
}

/** The accounts that the other banks know by name. Every other account has the name that is asked for. */
const holders: Record<string, string> = { '12345678': 'Amara Patel', '87654321': 'Riverside Lettings Ltd' }

/** The answer to a check of a name: by the table above, and by the last digit of the account number. */
export function answerToNameCheck(typed: string, accountNumber: string, accountType: string | null): Answer {
  const holder = holders[accountNumber]
  const isSame = holder !== undefined && words(typed).join(' ') === words(holder).join(' ')
  const holderType = holder?.endsWith('Ltd') === true ? 'business' : 'personal'
  const outcome = accountNumber.endsWith('0')
    ? 'not_found'
    : accountNumber.endsWith('9')
      ? 'unavailable'
      : holder === undefined || isSame
        ? isSame && accountType !== null && accountType !== holderType
          ? 'wrong_type'
          : 'match'
        : words(holder).some((word) => words(typed).includes(word))
          ? 'close_match'
          : 'no_match'
  return { type: 'name-check-answer', outcome, name: outcome === 'close_match' ? (holder ?? null) : null }
}

const words = (name: string) => name.toLowerCase().split(/\W+/).filter(Boolean)
