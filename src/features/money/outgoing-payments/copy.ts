import { formatShortDay } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { countOf } from '@/lib/numbers'
import type { ToastWords } from '@/lib/toast'
import { endWords, type RepetitionEnd } from './frequencies'

export const outgoingCopy = {
  title: 'Regular and future payments',
  link: 'Standing orders and payments for another day',
  empty: {
    title: 'No regular or future payments',
    text: 'Choose another day or a regular payment when you pay someone.',
  },
  afterHint: 'Your balance now, less these payments. Money that comes in is not counted.',
  nextDays: 'Next 30 days',
  none: 'No payments in the next 30 days',
  later: 'Later',
  /** Its day has come, and it waits: in a frozen account until that is unfrozen. */
  overdue: (day: string) => `Was due on ${day}, not sent yet`,
  regular: 'Regular payments',
  history: 'History',
  states: { sent: 'Sent', cancelled: 'Cancelled', failed: 'Not sent' },
  untilCancelled: 'until you cancel',
  until: (day: string) => `until ${day}`,
  left: (count: number) => `${countOf(count, 'payment')} left`,
  paused: 'Paused',
  next: (day: string) => `Next: ${day}`,
  ownMove: 'Between your accounts',
  waitsForPay: 'Next: the day after you are paid',
  /** The other answer to both questions. */
  keep: 'Keep',
  cancelOne: {
    title: 'Cancel this payment?',
    text: (amount: string, name: string, day: string) => `We won't send ${amount} to ${name} on ${day}.`,
    button: 'Cancel payment',
  },
  cancelRegular: {
    title: 'Cancel this regular payment?',
    text: (amount: string, name: string) => `We won't send ${amount} to ${name} again.`,
    button: 'Cancel regular payment',
  },
  newRegular: 'New regular payment',
  toTheCheck: 'See your cases',
  partOfRegular: 'A part of a regular payment.',
  toRegular: 'Change, skip or cancel',
  undoSkip: (day: string) => `Undo the skip of ${day}`,
  skipUndone: { title: 'Payment no longer skipped' },
  cancelled: { title: 'Payment cancelled' },
  regularCancelled: { title: 'Regular payment cancelled' },
  skipped: { title: 'Next payment skipped' },
  pausedNow: { title: 'Regular payment paused' },
  resumed: { title: 'Regular payment resumed' },
  changed: { title: 'Regular payment changed' },
  /** What a passkey approves. */
  approve: (
    amount: number,
    { name, sortCode, accountNumber }: { name: string; sortCode: string; accountNumber: string },
    end: RepetitionEnd,
  ) => `Pay ${formatPence(amount)} to ${name}, ${sortCode} ${accountNumber}, regularly${endWords(end)}.`,
  failed: (text: string): ToastWords => ({ title: "We couldn't change this payment", text }),
  waitsForYou: 'Waits for you',
  isItYours:
    "Someone else may have used your account, so this payment waits. Keep it only if you set it up and know who it pays. If you don't, cancel it.",
  keepIt: 'Keep it: it is mine',
  kept: { title: 'Payment kept' },
  amountNeeded: 'Enter an amount above £0, such as 10.99.',
  undo: {
    title: 'Undo window',
    text: 'Keep a payment back for a moment after you confirm it, so that you can undo it.',
    label: 'Undo a payment for',
    choices: { 0: 'Off', 10: '10 seconds', 30: '30 seconds', 60: '60 seconds' },
    saved: { title: 'Undo window saved' },
  },
} as const

/** Why a payment is not sent yet. */
export const waitWords = ({ reviewUntil: day, awaitsOwner }: { reviewUntil: string | null; awaitsOwner: boolean }) =>
  awaitsOwner ? outgoingCopy.waitsForYou : day === null ? null : `We're checking it until ${formatShortDay(day)}`

/** 'Undo for 30 seconds'. */
export function undoText(seconds: number): string {
  return seconds === 0 ? 'Undo is off' : `Undo for ${countOf(seconds, 'second')}`
}
