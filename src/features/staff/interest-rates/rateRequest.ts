import { reasonProblem } from '@/features/staff/saved-texts/shared'
import { parsePounds, penceToPounds } from '@/lib/money'
import { interestRateCopy } from './copy'

/** Per cent as text, and the first day on which it holds ('YYYY-MM-DD'). */
export type RateRequest = { rate: string; startsOn: string; reason: string }

/** As `require` in the database: 20 per cent. */
const highest = 20_00

export function checkRate({ rate, startsOn, reason }: RateRequest) {
  // A rate has two decimals, as an amount.
  const hundredths = parsePounds(rate)
  const wrongReason = reasonProblem(reason)
  const errors = {
    ...((hundredths === null || hundredths > highest) && { rate: interestRateCopy.form.badRate }),
    ...(startsOn === '' && { startsOn: interestRateCopy.form.noDay }),
    ...(wrongReason !== null && { reason: wrongReason }),
  }
  if (hundredths === null || Object.keys(errors).length > 0) return { errors }
  return { rate: penceToPounds(hundredths), startsOn, reason: reason.trim() }
}
