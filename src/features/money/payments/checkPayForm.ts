import { parsePounds } from '@/lib/money'
import { amountError, isAboveLimit, isAboveZero, isPayable, readAmount } from '@/lib/paymentRules'
import { textProblem } from '@/lib/safeText'
import { formatSortCode, isAccountNumber, isSortCode, stripSeparators } from '@/lib/sortCode'
import type { FieldErrors, FieldProblem, Problem } from '@/lib/useForm'
import { paymentCopy } from './copy'
import type { Payee, PayForm } from './payForm'
import type { PaymentDetails } from './payment'

type PayField = 'recipient' | 'sortCode' | 'accountNumber' | 'reference' | 'amount'
export type PayErrors = FieldErrors<PayField>

export function hasPayeeFilled(form: PayForm): boolean {
  return [form.recipient, form.sortCode, form.accountNumber].every((text) => text.trim() !== '')
}

/** The payee as it is sent, or the errors of its fields. */
export function checkPayee(form: PayForm): Payee | FieldProblem<PayField> {
  const errors: PayErrors = {}
  const recipientProblem = textProblem(form.recipient)
  if (recipientProblem !== null) errors.recipient = recipientProblem
  if (!/^[0-9]{6}$/.test(stripSeparators(form.sortCode))) errors.sortCode = paymentCopy.sortCodeDigits
  if (!isAccountNumber(form.accountNumber)) errors.accountNumber = paymentCopy.accountNumberDigits
  const referenceProblem = textProblem(form.reference)
  if (referenceProblem !== null) errors.reference = referenceProblem
  if (Object.keys(errors).length > 0) return { errors }
  return {
    recipient: form.recipient.trim(),
    sortCode: formatSortCode(form.sortCode),
    accountNumber: stripSeparators(form.accountNumber),
    accountType: form.accountType,
    reference: form.reference.trim(),
  }
}

/** The transfer as it is sent, or the first error as a toast with every field's error. */
export function checkTransfer(form: PayForm): PaymentDetails | Problem<PayField> {
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
  const recipientProblem = textProblem(form.recipient)
  if (recipientProblem !== null) errors.recipient = recipientProblem
  if (!isSortCode(form.sortCode)) errors.sortCode = paymentCopy.sortCodeFormat
  if (!isAccountNumber(form.accountNumber)) errors.accountNumber = paymentCopy.accountNumberDigits
  if (!isAboveZero(form.amount)) errors.amount = paymentCopy.amountAboveZero
  const first = errors.recipient ?? errors.sortCode ?? errors.accountNumber ?? errors.amount
  if (first !== undefined) return { toast: paymentCopy.checkDetails(first), errors }
  if (amount === null) return invalidAmount(form.amount)
  return {
    recipient: form.recipient.trim(),
    sortCode: formatSortCode(form.sortCode.trim()),
    accountNumber: stripSeparators(form.accountNumber),
    amount,
    reference: '',
  }
}

/** The amount in pence, or why it cannot be paid from a balance (pence). */
export function checkAmount(amount: string, balance: number): number | Problem<'amount'> {
  const pence = parsePounds(amount)
  // An amount of more digits than are read is above the balance too.
  const least = pence ?? (isAboveLimit(amount) ? Infinity : 0)
  if (least > balance) return atAmount(paymentCopy.insufficientFunds)
  return pence !== null && isPayable(pence) ? pence : invalidAmount(amount)
}

/** The toast has the specified sentence, and the field says what is wrong. */
function invalidAmount(amount: string): Problem<'amount'> {
  const toast = paymentCopy.invalidAmount
  return { toast, errors: { amount: amountError(amount, toast.text) } }
}

function atAmount(toast: { title: string; text: string }): Problem<'amount'> {
  return { toast, errors: { amount: toast.text } }
}
