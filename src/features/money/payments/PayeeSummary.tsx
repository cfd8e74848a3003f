import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { SpokenDigits } from '@/components/SpokenDigits'
import { cn } from '@/lib/cn'
import { formatSortCode } from '@/lib/sortCode'
import { BankBadge } from './BankBadge'
import { paymentCopy } from './copy'
import type { CheckOutcome } from './payeeCheck'
import type { AccountType, Payee } from './payForm'

type PayeeSummaryProps = {
  payee: Omit<Payee, 'accountType'> & { accountType?: AccountType }
  /** What the payee check has found. */
  outcome?: CheckOutcome
}

/** Who is paid: the name in full, then the account, and the reference if there is one. */
export function PayeeSummary({ payee, outcome }: PayeeSummaryProps) {
  const id = useId()
  const { recipient, sortCode, accountNumber, accountType, reference } = payee
  return (
    <section aria-labelledby={id} className="rounded border border-line bg-card px-4 py-2">
      <h2 id={id} className="text-section wrap-anywhere">
        <span className="text-secondary">To</span> <span>{recipient}</span>
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <span className="tabular-nums">
          <SpokenDigits>{formatSortCode(sortCode)}</SpokenDigits>
        </span>
        <span className="tabular-nums">
          <SpokenDigits>{accountNumber}</SpokenDigits>
        </span>
        {accountType !== undefined && <span>{accountType}</span>}
        <BankBadge sortCode={sortCode} />
      </p>
      {outcome !== undefined && <CheckResult outcome={outcome} accountType={accountType} />}
      {reference !== '' && (
        <p className="mt-1 border-t border-line pt-1 text-small wrap-anywhere">
          <span className="text-muted">Reference</span> <span>{reference}</span>
        </p>
      )}
    </section>
  )
}

type CheckResultProps = {
  outcome: CheckOutcome
  /** What the customer chose. Undefined where the form does not ask. */
  accountType?: AccountType
}

/** What the payee check has found, below the payee. */
function CheckResult({ outcome, accountType }: CheckResultProps) {
  const isMatch = outcome === 'match'
  const Icon = isMatch ? CircleCheck : TriangleAlert
  return (
    <p className={cn('mt-1 text-small', isMatch ? 'text-muted' : 'text-care')}>
      <Icon aria-hidden className="-mt-0.5 mr-1.5 inline size-4" />
      {textOf(outcome, accountType)}
    </p>
  )
}

function textOf(outcome: CheckOutcome, accountType?: AccountType): string {
  const copy = paymentCopy.payeeCheck
  switch (outcome) {
    case 'match':
      return copy.match
    case 'unavailable':
      return copy.unavailable
    case 'close_match':
      return copy.close
    case 'wrong_type':
      return accountType === undefined ? copy.noMatch : copy.wrongType(accountType)
    default:
      return copy.noMatch
  }
}
