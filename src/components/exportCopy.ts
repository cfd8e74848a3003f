import { formatCount } from '@/lib/numbers'

const rowsOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

export const exportCopy = {
  progress: (rows: number) => `${rowsOf(rows)} so far`,
  reached: (moment: string) => `back to ${moment}`,
  doneTitle: 'Export complete',
  done: (rows: number, name: string) => `${rowsOf(rows)} saved as ${name}`,
  full: (moment: string) =>
    `The file goes back to ${moment}: spreadsheets hold no more rows. Choose an earlier last day for the rest.`,
  stopped: 'Export stopped',
  cancelled: 'The export was cancelled. Nothing was saved.',
} as const
