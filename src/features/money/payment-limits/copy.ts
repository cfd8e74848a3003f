import { formatDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'

export const limitCopy = {
  title: 'Payment limits',
  leftToday: (pence: number) => `You can send up to ${formatPence(pence)} more today.`,
  frozen: 'You can send nothing now. When you unfreeze your account, your daily limit is what it was before.',
  frozenValue: 'You can send nothing while your account is frozen',
  hint: 'A lower limit applies at once, a higher one after 24 hours.',
  next: (pence: number, from: string) => `Your limit rises to ${formatPence(pence)} on ${formatDateTime(from)}.`,
  approve: (pence: number) => `Raise your daily payment limit to ${formatPence(pence)}.`,
  cancelRaise: 'Cancel the higher limit',
  invalid: 'Please enter a limit from £0 to £1,000,000.',
  saved: { title: 'Payment limit saved' },
  saveFailed: 'Payment limit not saved',
} as const
