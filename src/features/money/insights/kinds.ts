/** What the chart shows of each month. */
export const kinds = [
  { key: 'spent', label: 'Spent', look: 'bg-brand' },
  { key: 'received', label: 'Received', look: 'bg-brand-soft' },
] as const
