import { formatDateTime, formatDay, londonDay } from '@/lib/dates'
import { formatPence } from '@/lib/money'

export const savingsCopy = {
  account: 'Savings account',
  statements: 'Statements',
  open: {
    title: 'Open a savings account',
    text: 'It gets its own sort code and account number, so others can pay in too.',
    button: 'Open account',
    done: (name: string) => ({ title: 'Account opened', text: `${name} is ready to use.`, isForNextScreen: true }),
    failed: "We couldn't open the account",
  },
  form: {
    nameNeeded: 'Enter a name for the account.',
    nameTooLong: 'Name must be at most 30 characters.',
    goalHint: 'You can leave it empty.',
    badGoal: 'Enter an amount up to £1,000,000, or leave it empty.',
    noDay: 'Remove the day',
    dayPassed: 'Please choose a day in the future.',
  },
  manage: {
    label: 'Manage',
    title: (name: string) => `Manage ${name}`,
    saved: { title: 'Changes saved' },
    failed: "We couldn't save the changes",
  },
  close: {
    button: 'Close account',
    title: (name: string) => `Close ${name}?`,
    /** `balance` in pence. */
    text: (balance: number) =>
      `${balance > 0 ? `${formatPence(balance)}, and the interest until yesterday, moves to your current account. ` : ''}A closed account can't be opened again. You can still read its transactions and statements.`,
    keep: 'Keep it open',
    done: (name: string) => ({ title: 'Account closed', text: `${name} is closed.` }),
    failed: (text: string) => ({ title: "We couldn't close the account", text }),
  },
  closed: (at: string) =>
    `This account was closed on ${formatDay(londonDay(at))}. You can still read its transactions and statements.`,
  gone: { title: "We can't find that account", text: 'Your savings accounts are on Home.' },
  /** All in pence. */
  goal: {
    title: 'Goal',
    saved: (balance: number, goal: number) => `${formatPence(balance)} of ${formatPence(goal)}`,
    toGo: (left: number, day: string | null) =>
      `${formatPence(left)} to go${day === null ? '' : ` by ${formatDay(day)}`}.`,
    late: (left: number, day: string) => `${formatPence(left)} to go. Your day was ${formatDay(day)}.`,
    reached: 'You have reached your goal.',
  },
  move: {
    into: 'Move money in',
    out: 'Move money out',
    from: 'From',
    to: 'To',
    button: 'Move money',
    /** `hours`: how long a move out of the chosen account waits. */
    text: (hours: number) =>
      hours === 0
        ? 'It moves at once.'
        : `This account is protected: the money moves after ${hours} hours. You can take it back until then.`,
    chooseAccount: 'Choose another account.',
    badAmount: 'Enter an amount above £0, such as 10.99.',
    insufficientFunds: "You don't have enough balance for this transaction.",
    done: (amount: number, from: string, to: string) => ({
      title: 'Money moved',
      text: `${formatPence(amount)} moved from ${from} to ${to}.`,
      isForNextScreen: true,
    }),
    failed: "We couldn't move the money",
    waiting: {
      title: 'Not moved yet',
      text: (amount: number, from: string, to: string, until: string) =>
        `${from} is protected. We'll move ${formatPence(amount)} to ${to} on ${formatDateTime(until)}.`,
      takeBack: (from: string) => `Until then you can take it back on the page of ${from}.`,
      show: (from: string) => `Show ${from}`,
    },
  },
} as const
