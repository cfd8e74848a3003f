export type AccountType = 'Personal' | 'Business'

/** What a person types to pay somebody; the payee and the transfer form share it. */
export type PayForm = {
  recipient: string
  sortCode: string
  accountNumber: string
  accountType: AccountType
  reference: string
  /** As typed, in pounds. */
  amount: string
}

/** What /payment-details receives as navigation state. */
export type Payee = Omit<PayForm, 'amount'>

export const emptyPayForm: PayForm = {
  recipient: '',
  sortCode: '',
  accountNumber: '',
  accountType: 'Personal',
  reference: '',
  amount: '',
}

function textIn(value: object, name: string): string {
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? text : ''
}

/** A form from storage or from the browser's history: whatever is missing there is empty here. */
export function readPayForm(value: unknown): PayForm {
  if (typeof value !== 'object' || value === null) return emptyPayForm
  return {
    recipient: textIn(value, 'recipient'),
    sortCode: textIn(value, 'sortCode'),
    accountNumber: textIn(value, 'accountNumber'),
    accountType: textIn(value, 'accountType') === 'Business' ? 'Business' : 'Personal',
    reference: textIn(value, 'reference'),
    amount: textIn(value, 'amount'),
  }
}

/** The payee in /payment-details' navigation state, or null when one came there without it. */
export function readPayee(value: unknown): Payee | null {
  const { amount: _unused, ...payee } = readPayForm(value)
  return payee.recipient !== '' && payee.sortCode !== '' && payee.accountNumber !== '' ? payee : null
}
