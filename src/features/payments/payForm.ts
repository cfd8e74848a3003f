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
}

/** The navigation state of /payment-details. */
export type Payee = Omit<PayForm, 'amount'>

export const emptyPayForm: PayForm = {
  recipient: '',
  sortCode: '',
  accountNumber: '',
  accountType: 'Personal',
  reference: '',
  amount: '',
}

const readForm = object({
  recipient: withDefault(text, ''),
  sortCode: withDefault(text, ''),
  accountNumber: withDefault(text, ''),
  accountType: withDefault(oneOf('Personal', 'Business'), 'Personal'),
  reference: withDefault(text, ''),
  amount: withDefault(text, ''),
})

/** A form from storage or the browser's history. A missing field is empty. */
export function readPayForm(value: unknown): PayForm {
  return readForm(value) ?? emptyPayForm
}

/** Whether the payee of /payment-details was paid before. Its account has no type, and the reference is typed there. */
export function readIsSaved(value: unknown): boolean {
  return object({ isSaved: withDefault(boolean, false) })(value)?.isSaved ?? false
}

/** The payee in the navigation state of /payment-details. Null: the screen was opened without one. */
export function readPayee(value: unknown): Payee | null {
  const { amount: _unused, ...payee } = readPayForm(value)
  return payee.recipient !== '' && payee.sortCode !== '' && payee.accountNumber !== '' ? payee : null
}
