export const insightsCopy = {
  more: 'more than last month',
  less: 'less than last month',
  same: 'You have spent as much as last month.',
  nothingToCompare: 'You spent nothing last month, so there is nothing to compare with.',
  direction: { up: 'Up', down: 'Down', level: 'No change' },
  chart: 'Spent and received in each of the last six months, and in this month so far',
} as const
