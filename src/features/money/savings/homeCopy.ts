import { formatPence } from '@/lib/money'

// Apart from the words of the account's page, which Home does not download.

export const homeSavingsCopy = {
  title: 'Savings',
  move: 'Move money',
  another: 'Open another savings account',
  /** In pence. */
  goal: (goal: number) => `Goal ${formatPence(goal)}`,
  share: (balance: number, goal: number) =>
    `${Math.floor((Math.min(balance, goal) * 100) / goal)}% of ${formatPence(goal)}`,
} as const
