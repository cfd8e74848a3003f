import { isEmail } from '@/lib/email'
import { parsePounds, penceToPounds } from '@/lib/money'
import { isSafeText, textProblem } from '@/lib/safeText'
import type { FieldErrors, Problem } from '@/lib/useForm'
import { userCopy } from './copy'
import type { User } from './queries'

/** The fields of 'Edit User Information'; the balance in pounds. An empty PIN keeps the stored one, which the form does not know. */
export type UserForm = { fullName: string; notificationEmail: string; balance: string; pin: string }

/** The changed fields; the balance in pence. '' clears a field, and removes the PIN. */
export type UserChange = { fullName?: string; notificationEmail?: string; balance?: number; pin?: string }

export function toUserForm(user: User, shownPin?: string): UserForm {
  return {
    fullName: user.fullName ?? '',
    notificationEmail: user.notificationEmail ?? '',
    balance: user.balance === null ? '' : penceToPounds(user.balance),
    pin: shownPin ?? '',
  }
}

/** The form after an edit. The PIN accepts five digits, the balance accepts digits and commas with at most one decimal point. */
export function withTyped(form: UserForm, change: Partial<UserForm>): UserForm {
  const { pin = form.pin, balance = form.balance } = change
  return {
    ...form,
    ...change,
    pin: pin.replace(/\D/g, '').slice(0, 5),
    balance: /^[\d,]*\.?\d*$/.test(balance) ? balance : form.balance,
  }
}

/** The fields that differ from the stored user, or what is wrong. */
export function checkUser(form: UserForm, user: User, shownPin?: string): UserChange | Problem<keyof UserForm> {
  const stored = toUserForm(user, shownPin)
  // What is stored stays as it is, also where a new entry would be refused or trimmed.
  const changed = (field: 'fullName' | 'notificationEmail') =>
    form[field] === stored[field] ? stored[field] : form[field].trim()
  const fullName = changed('fullName')
  const notificationEmail = changed('notificationEmail')
  const balance = form.balance === stored.balance ? user.balance : readBalance(form.balance)
  const nameProblem = fullName === stored.fullName ? null : textProblem(fullName)
  const isPinWrong = form.pin !== '' && form.pin !== stored.pin && form.pin.length !== 5

  const errors: FieldErrors<keyof UserForm> = {
    ...(nameProblem !== null && { fullName: nameProblem }),
    ...(notificationEmail !== '' &&
      notificationEmail !== stored.notificationEmail &&
      !(isEmail(notificationEmail) && isSafeText(notificationEmail)) && { notificationEmail: userCopy.invalidEmail }),
    ...(balance === null && form.balance !== stored.balance && { balance: userCopy.invalidBalance }),
    ...(isPinWrong && { pin: userCopy.invalidPin.text }),
  }
  const [first] = Object.values(errors)
  if (first !== undefined) {
    return { toast: isPinWrong ? userCopy.invalidPin : { title: userCopy.error, text: first }, errors }
  }
  return {
    ...(fullName !== stored.fullName && { fullName }),
    ...(notificationEmail !== stored.notificationEmail && { notificationEmail }),
    ...(balance !== null && balance !== user.balance && { balance }),
    ...(form.pin !== '' && form.pin !== stored.pin && { pin: form.pin }),
  }
}

/** '12.' and '12,' → 1200, '1,250' → 125000. Text without digits is 0, as specified. Null: too large, or it can be two amounts. */
function readBalance(text: string): number | null {
  return /\d/.test(text) ? parsePounds(text) : 0
}
