import { brand } from '@/brand'
import { formatDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import type { Letter } from '@/features/money/statements/shared'

/** A payment that was made; `amount` in pence. */
export type PaidPayment = {
  /** The payer's transaction. */
  id: string
  recipient: string
  /** Both are empty for a payment by card. */
  sortCode: string
  accountNumber: string
  amount: number
  /** For a payment by card, the card: 'Card ending 2467'. */
  reference: string | null
  paidAt: string
}

export const isByCard = ({ accountNumber }: PaidPayment) => accountNumber === ''

/** What a receipt says. It goes to others: the payee's account number is masked. */
function factsOf(payment: PaidPayment, payer: string) {
  const { id, recipient, sortCode, accountNumber, amount, reference, paidAt } = payment
  const isCard = isByCard(payment)
  return [
    { name: 'Amount', value: formatPence(amount) },
    { name: 'From', value: payer },
    { name: 'To', value: recipient },
    ...(isCard ? [] : [{ name: 'Account', value: `${sortCode} ****${accountNumber.slice(-4)}` }]),
    ...(!reference ? [] : [{ name: isCard ? 'Paid with' : 'Reference', value: reference }]),
    { name: 'Payment ID', value: id },
    { name: 'Time', value: `${formatDateTime(paidAt)} (UK time)` },
  ]
}

/** The text that 'Share receipt' gives to others. */
export function receiptText(payment: PaidPayment, payer: string): string {
  const facts = factsOf(payment, payer).map(({ name, value }) => `${name}: ${value}`)
  return [`Payment confirmation by ${brand.name}`, '', ...facts, ''].join('\n')
}

/** The receipt as a document. */
export function receiptLetter(payment: PaidPayment, payer: string): Letter {
  return {
    title: 'Payment receipt',
    before: ['This payment was made from an account with us.'],
    facts: factsOf(payment, payer),
    after: [`Questions about this receipt: ${brand.supportEmail}`],
  }
}

export type DescribedPayment = Pick<PaidPayment, 'id' | 'recipient' | 'amount' | 'paidAt'>

/** What the customer tells the support about a payment. */
export function describePayment({ id, recipient, amount, paidAt }: DescribedPayment, problem: string): string {
  return `${problem}: ${formatPence(amount)} to ${recipient} on ${formatDateTime(paidAt)}. Payment ID: ${id}`
}
