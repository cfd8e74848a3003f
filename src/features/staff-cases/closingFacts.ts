import type { Fact } from '@/components/Facts'
import { wordsOf } from '@/lib/codeWords'
import { closingNoticeCopy as copy } from './closingCopy'
import type { StaffCase } from './queries'

/** Why the bank closes an account, and what the customer knows of it. */
export const closingFacts = ({
  reasons,
  exception,
  early_days: days,
  is_told: isTold,
  reminded_days: reminded,
}: NonNullable<StaffCase['closing']>): Fact[] => [
  [exception === 'crime' ? 'Why, for staff only' : 'Why, for the customer', reasons],
  ['Customer', isTold ? copy.told : copy.notTold],
  ...(exception === null ? [] : ([['Exception', wordsOf(copy.exceptions, exception)]] satisfies Fact[])),
  ...(days === null ? [] : ([['Less notice', copy.days(days)]] satisfies Fact[])),
  ...(reminded === null ? [] : ([['Last reminder', copy.reminded(reminded)]] satisfies Fact[])),
]
