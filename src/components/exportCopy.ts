import { countOf } from '@/lib/numbers'

export const exportCopy = {
  progress: (rows: number) => `${countOf(rows, 'row')} so far`,
  reached: (moment: string) => `back to ${moment}`,
  doneTitle: 'Export complete',
  done: (rows: number, name: string) => `${countOf(rows, 'row')} saved as ${name}`,
  full: (moment: string) =>
    `The file goes back to ${moment}: spreadsheets hold no more rows. Choose an earlier last day for the rest.`,
  stopped: 'Export stopped',
  cancelled: 'The export was cancelled. Nothing was saved.',
} as const
