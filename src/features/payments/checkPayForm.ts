import { parsePounds } from '@/lib/money'
import { isPayable, readAmount } from '@/lib/paymentRules'
import { isSafeText } from '@/lib/safeText'
import { formatSortCode, isAccountNumber, isSortCode, stripSortCode } from '@/lib/sortCode'
import type { FieldErrors, FieldProblem, Problem } from '@/lib/useForm'
import { paymentCopy } from './copy'
import type { Payee, PayForm } from './payForm'

type PayField = 'recipient' | 'sortCode' | 'accountNumber' | 'reference' | 'amount'
export type PayErrors = FieldErrors<PayField>

/** A checked transfer; `amount` in pence. */
export type Transfer = { recipient: string; sortCode: string; accountNumber: string; amount: number }

export function hasPayeeFilled(form: PayForm): boolean {
  return [form.recipient, form.sortCode, form.accountNumber].every((text) => text.trim() !== '')
}

/** The payee as it is sent, or the errors of its fields. */
export function checkPayee(form: PayForm): Payee | FieldProblem<PayField> {
  const errors: PayErrors = {}
  if (!isSafeText(form.recipient)) errors.recipient = paymentCopy.specialCharacters
  if (!/^[0-9]{6}$/.test(stripSortCode(form.sortCode))) errors.sortCode = paymentCopy.sortCodeDigits
  if (!isAccountNumber(form.accountNumber)) errors.accountNumber = paymentCopy.accountNumberDigits
  if (!isSafeText(form.reference)) errors.reference = paymentCopy.specialCharacters
  if (Object.keys(errors).length > 0) return { errors }
  return {
    recipient: form.recipient.trim(),
    sortCode: formatSortCode(form.sortCode),
    accountNumber: form.accountNumber.trim(),
    accountType: form.accountType,
    reference: form.reference.trim(),
  }
}

/** The transfer as it is sent, or the first error as a toast with every field's error. */
export function checkTransfer(form: PayForm): Transfer | Problem<PayField> {
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
  const amount = readAmount(form.amount)
  const errors: PayErrors = {}
  if (!isSafeText(form.recipient)) errors.recipient = paymentCopy.specialCharacters
  if (!isSortCode(form.sortCode)) errors.sortCode = paymentCopy.sortCodeFormat
  if (!isAccountNumber(form.accountNumber)) errors.accountNumber = paymentCopy.accountNumberDigits
  if (!isAboveZero(form.amount)) errors.amount = paymentCopy.amountAboveZero
  const first = errors.recipient ?? errors.sortCode ?? errors.accountNumber ?? errors.amount
  if (first !== undefined) return { toast: paymentCopy.checkDetails(first), errors }
  if (amount === null) return atAmount(paymentCopy.invalidAmount)
  return {
    recipient: form.recipient.trim(),
    sortCode: formatSortCode(form.sortCode.trim()),
    accountNumber: form.accountNumber.trim(),
    amount,
  }
}

/** Whether the text is a number above zero. 'Continue' is enabled for it even if it is no valid amount of money. */
export function isAboveZero(amount: string): boolean {
  return Number(amount) > 0
}

/** The amount in pence, or why it cannot be paid from a balance (pence). */
export function checkAmount(amount: string, balance: number): number | Problem<'amount'> {
  const pence = parsePounds(amount)
  if (pence !== null && pence > balance) return atAmount(paymentCopy.insufficientFunds)
  return pence !== null && isPayable(pence) ? pence : atAmount(paymentCopy.invalidAmount)
}

function atAmount(toast: { title: string; text: string }): Problem<'amount'> {
  return { toast, errors: { amount: toast.text } }
}
