import type { FieldErrors, Problem } from '@/lib/formErrors'
import { parsePounds } from '@/lib/money'
import { readAmount } from '@/lib/paymentRules'
import { isSafeText } from '@/lib/safeText'
import { isAccountNumber, isSortCode, stripSortCode } from '@/lib/sortCode'
import type { ToastWords } from '@/lib/toast'
import { paymentCopy } from './copy'
import type { PayForm } from './payForm'

type PayField = 'recipient' | 'sortCode' | 'accountNumber' | 'reference' | 'amount'
export type PayErrors = FieldErrors<PayField>
export type TransferProblem = Problem<PayField>

export function hasPayeeFilled(form: PayForm): boolean {
  return [form.recipient, form.sortCode, form.accountNumber].every((text) => text.trim() !== '')
}

/** What is wrong with the payee, field by field. */
export function checkPayee(form: PayForm): PayErrors {
  const errors: PayErrors = {}
  if (!isSafeText(form.recipient)) errors.recipient = paymentCopy.specialCharacters
  if (!/^[0-9]{6}$/.test(stripSortCode(form.sortCode))) errors.sortCode = paymentCopy.sortCodeDigits
  if (!isAccountNumber(form.accountNumber)) errors.accountNumber = paymentCopy.accountNumberDigits
  if (!isSafeText(form.reference)) errors.reference = paymentCopy.specialCharacters
  return errors
}

/** The first thing to say about a transfer as a toast, and every field that is wrong; null when it can be confirmed. */
export function checkTransfer(form: PayForm): TransferProblem | null {
  const isRecipientMissing = form.recipient.trim() === ''
  const isAmountMissing = form.amount.trim() === ''
  if (isRecipientMissing || isAmountMissing) {
    return {
      toast: paymentCopy.missingInformation,
      errors: {
        ...(isRecipientMissing && { recipient: paymentCopy.recipientNeeded }),
        ...(isAmountMissing && { amount: paymentCopy.amountNeeded }),
      },
    }
  }
  const errors: PayErrors = {}
  if (!isSafeText(form.recipient)) errors.recipient = paymentCopy.specialCharacters
  if (!isSortCode(form.sortCode)) errors.sortCode = paymentCopy.sortCodeFormat
  if (!isAccountNumber(form.accountNumber)) errors.accountNumber = paymentCopy.accountNumberDigits
  if (!isAboveZero(form.amount)) errors.amount = paymentCopy.amountAboveZero
  const first = errors.recipient ?? errors.sortCode ?? errors.accountNumber ?? errors.amount
  if (first !== undefined) return { toast: paymentCopy.checkDetails(first), errors }
  if (readAmount(form.amount) === null) {
    return { toast: paymentCopy.invalidAmount, errors: { amount: paymentCopy.invalidAmount.text } }
  }
  return null
}

/** Any number above zero, also one that is no amount of money: whether 'Continue' can be pressed. */
export function isAboveZero(amount: string): boolean {
  return Number(amount) > 0
}

/** Whether this amount can be paid from this balance (pence): the toast that says why not, or null. */
export function checkAmount(amount: string, balance: number): ToastWords | null {
  const pence = parsePounds(amount)
  if (pence !== null && pence > balance) return paymentCopy.insufficientFunds
  return readAmount(amount) === null ? paymentCopy.invalidAmount : null
}
