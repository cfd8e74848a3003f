import { brand } from '@/brand'
import { formatDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'

/** A payment that was made; `amount` in pence. */
export type PaidPayment = {
  /** The payer's transaction. */
  id: string
  recipient: string
  sortCode: string
  accountNumber: string
  amount: number
  reference: string | null
  paidAt: string
}

/** The text that 'Share receipt' gives to others. The payee's account number is masked. */
export function receiptText(payment: PaidPayment, payer: string): string {
  const { id, recipient, sortCode, accountNumber, amount, reference, paidAt } = payment
  return [
    `Payment confirmation by ${brand.name}`,
    '',
    `Amount: ${formatPence(amount)}`,
    `From: ${payer}`,
    `To: ${recipient}`,
    `Account: ${sortCode} ****${accountNumber.slice(-4)}`,
    ...(!reference ? [] : [`Reference: ${reference}`]),
    `Payment ID: ${id}`,
    `Time: ${formatDateTime(paidAt)} (UK time)`,
    '',
  ].join('\n')
}

/** What the customer tells the support about a payment. */
export function describePayment({ id, recipient, amount, paidAt }: PaidPayment, problem: string): string {
  return `${problem}: ${formatPence(amount)} to ${recipient} on ${formatDateTime(paidAt)}. Payment ID: ${id}`
}
