/** What the chart shows of each month. */
export const kinds = [
  { key: 'spent', label: 'Spent', look: 'border-control bg-control' },
  { key: 'received', label: 'Received', look: 'border-incoming bg-tint-green' },
] as const
