import { countOf, formatCount } from '@/lib/numbers'

const payments = (count: number) => countOf(count, 'payment')

export const repairCopy = {
  title: 'Transaction Repair Tool',
  subtitle: 'Finds payments that left one account and never reached the other, and credits each of them once.',
  /** Toasts. */
  complete: { title: 'Repair Complete' },
  repaired: (count: number) => (count === 0 ? 'No payments needed a repair.' : `${payments(count)} repaired.`),
  failed: 'Repair Failed',
  stopped: { title: 'Repair stopped' },
  /** Below it. */
  stoppedAt: (done: number, total: number) => `${done} of ${payments(total)} done. A new run finds the rest.`,
  /** After the name of the payee. */
  savings: 'Savings account',
  start: 'A dry run checks all payments and changes nothing. It always runs first.',
  checking: {
    label: 'Checking the payments',
    text: (percent: number, found: number) => `${percent}%, ${found} found`,
    failed: 'The dry run stopped',
    paused: 'The dry run is not finished. Nothing has been changed.',
  },
  dryRun: {
    title: 'Dry run',
    found: (count: number, total: string) => `${payments(count)} to repair, ${total} in total`,
    note: 'Nothing has been changed yet. Each new balance assumes that it is the only repair.',
    nothing: { title: 'Nothing to repair', text: 'Every completed payment has reached its account.' },
  },
  confirm: {
    title: 'Run the repair?',
    text: (count: number, total: string) =>
      `${payments(count)} will be credited, ${total} in total. This cannot be undone.`,
  },
  running: {
    label: 'Repairing payments',
    text: (done: number, total: number) => `${done} of ${total}`,
    paused: (left: number) =>
      `The repair is not finished: ${payments(left)} left. Completed repairs are kept, and nothing is credited twice.`,
  },
  history: {
    title: 'Earlier runs',
    what: 'the earlier runs',
    none: 'No run yet',
    repair: 'Repair',
    dryRun: 'Dry run',
    unnamed: 'Unnamed',
    counted: (count: number, total: string) => (count === 0 ? 'None' : `${formatCount(count)}, ${total}`),
    outcomes: { complete: 'Complete', stopped: 'Stopped', failed: 'Failed' } as Record<string, string | undefined>,
    unfinished: 'Not finished',
  },
  results: {
    title: 'Repair results',
    summary: (count: number, total: string) => `${payments(count)} repaired, ${total} in total`,
    none: 'No payment was repaired.',
    before: (count: number) =>
      count === 1
        ? 'This payment no longer needed a repair. It may have been repaired by an earlier request whose answer was lost.'
        : 'These payments no longer needed a repair. They may have been repaired by an earlier request whose answer was lost.',
  },
} as const
