import { messageOf } from '@/lib/errors'
import { paymentCopy } from './copy'
import { PaymentRefused, PaymentUnconfirmed } from './settlePayment'

/** The words for a payment that was refused or is unconfirmed. */
export function failureWords(error: Error) {
  if (error instanceof PaymentUnconfirmed) return paymentCopy.unconfirmed
  if (!(error instanceof PaymentRefused)) return paymentCopy.failed(messageOf(error))
  if (error.status === 402) return paymentCopy.insufficientFunds
  return paymentCopy.failed(error.status === 401 ? paymentCopy.sessionEnded : error.message)
}

/** Whether another amount could be paid. */
export function isAboutAmount(error: Error): boolean {
  return error instanceof PaymentRefused && (error.hint === 'daily-limit' || error.hint === 'field:amount')
}
