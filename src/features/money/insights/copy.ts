import { brand } from '@/brand'

export const insightsCopy = {
  more: 'more than last month',
  less: 'less than last month',
  same: "You've spent the same as last month.",
  nothingToCompare: "You didn't spend anything last month, so there's nothing to compare.",
  thisMonth: 'This month',
  byCategory: 'Spending by category',
  byPayee: 'Spending by merchant',
  nothingSpent: "You haven't spent anything this month, or on the same days of last month.",
  nothingSpentYet: "You haven't spent anything this month yet.",
  /** `before`: '1–22 Oct'. */
  spendingTable: (title: string, before: string, hasExternal: boolean) =>
    `${title} this month, and on the same days of last month (${before})${hasExternal ? '. Rows with transactions of other banks have no link' : ''}`,
  /** `accounts`: 'Barclays and Monzo'. */
  alsoCounted: (accounts: string) =>
    `Spending by category and by merchant also counts ${accounts}. Rows with transactions of other banks have no link. The other cards count your ${brand.name} account only.`,
  direction: { up: 'Up', down: 'Down', level: 'No change' },
  seeMonth: 'See transactions',
  step: (month: string) => `Show ${month}`,
  lastStep: 'No further month',
  noChart: "There's nothing to compare yet. The chart starts with your first payment.",
  chart: 'Spent and received in each of the last six months, and in this month so far',
} as const
