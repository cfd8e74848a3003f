import { penceToPounds } from '@/lib/money'
import type { Payment, PaymentDetails } from './unsettledPayment'
import { warningsVersion } from './warnings'

export type PaymentWithTerms = PaymentDetails & Pick<Payment, 'terms'>

/** The arguments of every database function that makes, schedules or repeats a payment. */
export function paymentArgs(requestId: string, details: PaymentWithTerms) {
  const { recipient, sortCode, accountNumber, amount, reference, terms } = details
  return {
    p_request_id: requestId,
    p_to_name: recipient,
    p_to_sort_code: sortCode,
    p_to_account_number: accountNumber,
    p_amount: penceToPounds(amount),
    ...(reference !== '' && { p_reference: reference }),
    ...(terms.checkId !== null && { p_check_id: terms.checkId }),
    ...(terms.reason !== null && { p_reason: terms.reason }),
    ...(terms.warnedAt !== null && {
      p_warnings: terms.warnings,
      p_warnings_version: warningsVersion,
      p_warnings_shown_at: terms.warnedAt,
    }),
  }
}
