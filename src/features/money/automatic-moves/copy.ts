import { formatDayWithWeekday } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import type { ToastWords } from '@/lib/toast'

/** The words of what the bank moves by itself: regular moves and round-ups. */
export const automaticCopy = {
  title: 'Automatic moves',
  regular: {
    none: 'Move an amount in or out every week, every month or on payday.',
    add: 'New regular move',
    form: {
      title: 'New regular move',
      text: 'We move the money at 6am. You can change, pause or cancel it at any time.',
      frequency: 'How often',
      day: 'First move',
      /** Two of its days can be a weekend or a bank holiday. */
      workingDays: 'On a weekend or bank holiday, we move it on the next working day.',
      payday: {
        found: (payer: string, day: string) =>
          `${payer} last paid you on ${formatDayWithWeekday(day)}. We move the money on the day after your pay comes in.`,
        none: "We can't see regular pay in your account yet. When it has come in twice, we move the money on the day after.",
      },
      amountNeeded: 'Enter an amount above £0, such as 10.99.',
      button: 'Set up',
      failed: (text: string): ToastWords => ({ title: "We couldn't set this up", text }),
    },
    /** `amount` in pence; `day`: of the first move, null before the pay has come in. */
    done: (amount: number, to: string, day: string | null): ToastWords => ({
      title: 'Regular move set up',
      text: `The first ${formatPence(amount)} moves to ${to} ${day === null ? 'on the day after you are paid' : `on ${formatDayWithWeekday(day)}`}.`,
    }),
  },
  roundUps: {
    label: 'Round up card payments',
    hint: 'When you pay £2.60, 40p moves here. Nothing moves below the amount of your low balance message.',
    /** Round-ups go to another savings account. */
    elsewhere: (name: string) => `They go to ${name} now. Turn this on to move them here instead.`,
    failed: "We couldn't change your round-ups",
  },
} as const
