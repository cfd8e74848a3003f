import { CircleCheck, TriangleAlert } from 'lucide-react'
import { cn } from '@/lib/cn'
import { paymentCopy } from './copy'
import type { CheckOutcome } from './payeeCheck'
import type { AccountType } from './payForm'

type CheckResultProps = {
  outcome: CheckOutcome
  /** What the customer chose. */
  accountType: AccountType
}

/** What the payee check has found, below the payee. */
export function CheckResult({ outcome, accountType }: CheckResultProps) {
  const isMatch = outcome === 'match'
  const Icon = isMatch ? CircleCheck : TriangleAlert
  return (
    <p className={cn('mt-2 flex gap-2 text-sm', isMatch ? 'text-incoming' : 'text-care')}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {textOf(outcome, accountType)}
    </p>
  )
}

function textOf(outcome: CheckOutcome, accountType: AccountType): string {
  const copy = paymentCopy.payeeCheck
  switch (outcome) {
    case 'match':
      return copy.match
    case 'unavailable':
      return copy.unavailable
    case 'close_match':
      return copy.close
    case 'wrong_type':
      return copy.wrongType(accountType)
    default:
      return copy.noMatch
  }
}
