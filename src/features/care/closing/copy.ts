import { formatDateTime, formatDayWithWeekday, londonDay, timeOfDay } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { countOf } from '@/lib/numbers'

export const closingCopy = {
  close: 'Close my account',
  closing: 'Closing...',
  failed: 'Account not closed',
  closed: { title: 'Your account is closed', text: "We've emailed you how to ask for your statements later." },
  confirm: {
    title: 'Close your account for good?',
    text: "You can't open it again. You'll be signed out on every device, and your card and payments to come are cancelled.",
    action: 'Close for good',
  },
  pinNeeded: 'Enter your 5-digit PIN.',
  money: {
    title: 'Your money',
    left: (pence: number) => `You have ${formatPence(pence)}. Send it to another account before you close this one.`,
    limit: (pence: number) =>
      pence === 0
        ? "You've sent all that your daily limit allows. Send the rest tomorrow."
        : `Your daily limit allows ${formatPence(pence)} today. Send the rest tomorrow.`,
    none: 'Your account is empty.',
    send: 'Send my money to...',
  },
  savings: {
    title: 'Your savings',
    text: (count: number, pence: number) =>
      `You have ${countOf(count, 'savings account')}${
        pence > 0 ? ` with ${formatPence(pence)}` : ''
      }. Close ${count === 1 ? 'it' : 'them'} first: the money and the interest move to this account.`,
    open: 'Go to my savings',
  },
  pending: {
    title: 'What must finish first',
    payment: (pence: number, payee: string) => `${formatPence(pence)} to ${payee}`,
    until: (at: string) =>
      londonDay(at) === londonDay(new Date())
        ? `It can still be undone. It's sent at ${timeOfDay(at)}.`
        : `It can still be undone. It's sent by ${formatDateTime(at)}.`,
    underReview: (day: string) => `We're checking it until ${formatDayWithWeekday(day)}. You can cancel it.`,
    card: 'The shop has not taken it yet. That can take 7 days.',
  },
  staff: 'Your account has staff rights. A super admin must end them first.',
  frozen: 'Your account is frozen. Unfreeze it first.',
  ends: 'What ends',
  stays: 'What stays',
  access: 'Your PIN, passkeys and devices: nobody can sign in again.',
  number: 'Your sort code and account number: nobody can pay you there.',
  cards: (count: number) => (count === 0 ? null : `${countOf(count, 'card')}.`),
  regular: (count: number) => (count === 0 ? null : `${countOf(count, 'regular payment')}.`),
  scheduled: (count: number) => (count === 0 ? null : `${countOf(count, 'payment')} for another day.`),
  payees: (count: number) => (count === 0 ? null : `${countOf(count, 'saved payee')}.`),
  external: (count: number) =>
    count === 0 ? null : `${countOf(count, 'account')} at other banks that you follow here.`,
  chat: 'Your open chat.',
  cases: (count: number) =>
    count === 0 ? null : `${countOf(count, 'open case')}: we still decide, and write to you by email.`,
  comingIn: (count: number) =>
    count === 0 ? null : `${countOf(count, 'payment')} that you expect: we tell you by email, and pay it out to you.`,
  late: 'Money that comes back later, such as a refund. We tell you by email, and pay it out to you.',
  records: {
    title: 'Your statements and letters',
    text: (years: number) =>
      `Download them before you close the account. We keep them for ${years} years: later, ask us by email.`,
  },
} as const
