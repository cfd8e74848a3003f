import { frequencies, type Frequency } from '@/features/money/outgoing-payments/shared'
import { boolean, list, nullable, number, object, oneOf, text, withDefault, type Reader } from '@/lib/json'
import { penceToPounds } from '@/lib/money'
import { unsettledPaymentStore } from '@/lib/storage'
import { paymentReasons, warningRules, warningsVersion, type PaymentReason, type WarningRule } from './warnings'

// What a payment consists of, from the form to the receipt. A new field is added here, and where it is typed and shown.

/** What is paid to whom; `amount` in pence. */
export type PaymentDetails = {
  recipient: string
  sortCode: string
  accountNumber: string
  amount: number
  reference: string
}

/** How often a payment is repeated, and until when. `count` is a number of payments. */
export type Repetition = { frequency: Frequency; endsOn: string | null; count: string | null }

/** A warning that the customer has ticked. The server stores it as evidence. */
export type Warning = { rules: WarningRule[]; shownAt: string }

/** A payment as it is sent. A retry sends exactly the same values. */
export type Payment = PaymentDetails & {
  /** The idempotency key. */
  requestId: string
  userId: string
  /** 'YYYY-MM-DD', or null for now. */
  day: string | null
  /** Null unless it is repeated after that day. */
  repetition: Repetition | null
  reason: PaymentReason | null
  /** The scheduled payment that this one replaces. Null for a new one. */
  changes: string | null
  /** The check of the payee that the customer has seen. */
  checkId: string | null
  warning: Warning | null
}

/** What the forms know of a payment. */
export type PaymentOrder = PaymentDetails &
  Partial<Omit<Payment, keyof PaymentDetails | 'requestId' | 'userId' | 'warning'>>

/** The undo window of a payment that has not been sent. */
export type Hold = {
  id: string
  /** When it ends, in milliseconds of the device's clock. */
  until: number
}

/** A payment that was made. */
export type PaidReceipt = PaymentDetails & {
  /** The payer's transaction. */
  id: string
  paidAt: string
  /** Null when the payment has been sent. */
  hold: Hold | null
  isToOtherBank: boolean
  /** The next day of the regular payment that was set up with it. Null without one. */
  nextOn: string | null
}

/** The row of a payment as it is when it leaves for another bank. */
export const asTransaction = ({ id, amount }: PaidReceipt) => ({ id, amount, status: 'pending', reversedAt: null })

/** A payment that will be sent on another day. `isRegular`: it is the first of a regular payment. */
export type LaterReceipt = PaymentDetails & { day: string; isRegular: boolean }

/** What the last screen of a payment shows. */
export type Receipt = PaidReceipt | LaterReceipt

const details = { recipient: text, sortCode: text, accountNumber: text, amount: number, reference: text }

const optional = <Value>(read: Reader<Value>) => withDefault(nullable(read), null)
const readReasonField = optional(oneOf(...paymentReasons))
const readReasonOf = object({ reason: readReasonField })

/** The reason in the navigation state of /payment-details. */
export function readReason(value: unknown): PaymentReason | null {
  return readReasonOf(value)?.reason ?? null
}

const readPayment = object<Payment>({
  ...details,
  requestId: text,
  userId: text,
  day: optional(text),
  repetition: optional(
    object<Repetition>({ frequency: oneOf(...frequencies), endsOn: nullable(text), count: nullable(text) }),
  ),
  reason: readReasonField,
  changes: optional(text),
  checkId: optional(text),
  warning: optional(object<Warning>({ rules: list(oneOf(...warningRules)), shownAt: text })),
})

const readPaidReceipt = object<PaidReceipt>({
  ...details,
  id: text,
  paidAt: text,
  hold: optional(object<Hold>({ id: text, until: number })),
  isToOtherBank: withDefault(boolean, false),
  nextOn: optional(text),
})

const readLaterReceipt = object<LaterReceipt>({ ...details, day: text, isRegular: boolean })

const readReceiptOf = object({
  receipt: (json): Receipt | undefined => readPaidReceipt(json) ?? readLaterReceipt(json),
})

/** The receipt in a navigation state: `{ receipt }`. */
export function readReceipt(state: unknown): Receipt | null {
  return readReceiptOf(state)?.receipt ?? null
}

export function newPayment(order: PaymentOrder, userId: string, requestId: string): Payment {
  return {
    day: null,
    repetition: null,
    reason: null,
    changes: null,
    checkId: null,
    ...order,
    warning: null,
    userId,
    requestId,
  }
}

/** The payment as every database function takes it that makes, schedules, changes or repeats one. */
export function paymentRequest(payment: Payment) {
  const { recipient, sortCode, accountNumber, amount, reference, checkId, reason, warning } = payment
  return {
    to_name: recipient,
    to_sort_code: sortCode,
    to_account_number: accountNumber,
    amount: penceToPounds(amount),
    reference,
    check_id: checkId,
    reason,
    warnings: warning && warning.rules,
    warnings_version: warning && warningsVersion,
    warnings_shown_at: warning && warning.shownAt,
  }
}

const readPaidRow = object({
  transaction_id: text,
  created_at: text,
  state: withDefault(text, 'sent'),
  send_at: optional(text),
  internal: withDefault(boolean, true),
  next_on: optional(text),
})

/** The receipt from a row of make_payment or pay_and_repeat. Undefined when the row has another shape. */
export function paidReceipt(payment: Payment, row: unknown): PaidReceipt | undefined {
  const paid = readPaidRow(row)
  if (paid === undefined) return undefined
  const { transaction_id: id, created_at: paidAt, state, send_at: sendAt, internal, next_on: nextOn } = paid
  const isHeld = state !== 'sent' && sendAt !== null
  // The length of the window, because the device's clock may be wrong.
  const hold = isHeld ? { id, until: Date.now() + Date.parse(sendAt) - Date.parse(paidAt) } : null
  return { ...detailsOf(payment), id, paidAt, hold, isToOtherBank: !internal, nextOn }
}

export function laterReceipt(payment: Payment, day: string): LaterReceipt {
  return { ...detailsOf(payment), day, isRegular: payment.repetition !== null }
}

function detailsOf({ recipient, sortCode, accountNumber, amount, reference }: PaymentDetails): PaymentDetails {
  return { recipient, sortCode, accountNumber, amount, reference }
}

/** The user's payment whose outcome is unknown. Another user's, stored by the same tab, is left alone. */
export function readUnsettledPayment(userId: string | null): Payment | null {
  const payment = readPayment(unsettledPaymentStore.read())
  return payment?.userId === userId ? payment : null
}

export function keepUnsettledPayment(payment: Payment) {
  unsettledPaymentStore.write(payment)
}

export function forgetUnsettledPayment(requestId: string) {
  if (readPayment(unsettledPaymentStore.read())?.requestId === requestId) unsettledPaymentStore.clear()
}
