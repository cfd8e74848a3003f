import { boolean, object, oneOf, text, withDefault } from '@/lib/json'

export type AccountType = 'Personal' | 'Business'

/** The fields of the payee form and of the transfer form. */
export type PayForm = {
  recipient: string
  sortCode: string
  accountNumber: string
  accountType: AccountType
  reference: string
  /** In pounds, as typed. */
  amount: string
  /** The savings account that a transfer comes from. Empty: the current account. */
  fromId: string
}

/** The navigation state of /payment-details. */
export type Payee = Omit<PayForm, 'amount' | 'fromId'>

export const emptyPayForm: PayForm = {
  recipient: '',
  sortCode: '',
  accountNumber: '',
  accountType: 'Personal',
  reference: '',
  amount: '',
  fromId: '',
}

const readForm = object({
  recipient: withDefault(text, ''),
  sortCode: withDefault(text, ''),
  accountNumber: withDefault(text, ''),
  accountType: withDefault(oneOf('Personal', 'Business'), 'Personal'),
  reference: withDefault(text, ''),
  amount: withDefault(text, ''),
  fromId: withDefault(text, ''),
})

/** A form from storage or the browser's history. A missing field is empty. */
export function readPayForm(value: unknown): PayForm {
  return readForm(value) ?? emptyPayForm
}

/** Whether the payee of /payment-details was paid before. Its account has no type, and the reference is typed there. */
export function readIsSaved(value: unknown): boolean {
  return object({ isSaved: withDefault(boolean, false) })(value)?.isSaved ?? false
}

/** A scheduled payment that /payment-details changes: its id and its day. */
export type ScheduledChange = { id: string; day: string }

const readChangeOf = object({ change: object<ScheduledChange>({ id: text, day: text }) })

/** The change in the navigation state of /payment-details. Null: a new payment. */
export function readChange(value: unknown): ScheduledChange | null {
  return readChangeOf(value)?.change ?? null
}

/** Whether the customer asked for a regular payment before choosing the payee. */
export function readIsRegular(value: unknown): boolean {
  return object({ isRegular: withDefault(boolean, false) })(value)?.isRegular ?? false
}

/** The payee in the navigation state of /payment-details. Null: the screen was opened without one. */
export function readPayee(value: unknown): Payee | null {
  const { amount: _amount, fromId: _fromId, ...payee } = readPayForm(value)
  return payee.recipient !== '' && payee.sortCode !== '' && payee.accountNumber !== '' ? payee : null
}
