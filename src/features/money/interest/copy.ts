import { formatDay, formatDayWithoutYear } from '@/lib/dates'
import { formatRate } from '@/lib/money'
import { taxYearName } from './taxYears'

export const interestCopy = {
  title: 'Interest',
  what: 'your interest',
  rate: 'Rate',
  /** On the row that opens the rest. */
  aer: (aer: number) => `${formatRate(aer)} AER`,
  rateOf: (aer: number, rate: number) => `${formatRate(aer)} AER (${formatRate(rate)} a year, variable)`,
  next: (aer: number, from: string) => `${formatRate(aer)} AER from ${formatDay(from)}`,
  nextName: 'New rate',
  earned: 'Paid this tax year',
  nextPayment: 'Next payment',
  on: (amount: string, day: string) => `${amount} so far, on ${formatDayWithoutYear(day)}`,
  closed: 'This account was closed. It earns no more.',
  how: 'We count interest each night on your balance, and pay it on the first of each month.',
  certificates: 'What it earns, and certificates',
  certificate: {
    label: 'Tax year',
    action: 'Download certificate',
    pending: 'Creating...',
    title: 'Certificate of interest',
    fileName: (taxYear: number) => `interest-${taxYearName(taxYear).replace('/', '-')}.pdf`,
  },
} as const
