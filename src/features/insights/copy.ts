export const insightsCopy = {
  more: 'more than last month',
  less: 'less than last month',
  same: "You've spent the same as last month.",
  nothingToCompare: "You didn't spend anything last month, so there's nothing to compare.",
  direction: { up: 'Up', down: 'Down', level: 'No change' },
  chart: 'Spent and received in each of the last six months, and in this month so far',
} as const
