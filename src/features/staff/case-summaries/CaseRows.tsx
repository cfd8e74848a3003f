import { TextLink } from '@/components/TextLink'
import { wordsOf } from '@/lib/codeWords'
import { formatDate } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { adminCasePath } from '@/lib/paths'
import { useNow } from '@/lib/useNow'
import { CaseMark } from './CaseMark'
import { describeDue } from './caseState'
import type { CaseSummary } from '@/lib/caseSummary'
import { matterOf } from './words'

type CaseRowsProps = { cases: CaseSummary[]; className?: string }

/** The cases beside a customer or a payment, each with its state and who moves next. */
export function CaseRows({ cases, className }: CaseRowsProps) {
  const now = new Date(useNow(60_000))
  return (
    <ul className="divide-y divide-line border-t border-line text-small">
      {cases.map((each) => (
        <li key={each.id} className={className}>
          <p className="wrap-anywhere">
            <TextLink to={adminCasePath(each.id)} opensRow>
              {matterOf(each)}
            </TextLink>
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-secondary tabular-nums">
            <span>
              {[each.amount === null ? null : formatPence(each.amount), stateOf(each, now)]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
            <CaseMark of={each} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function stateOf(each: CaseSummary, now: Date): string {
  if (each.decision !== null)
    return `${wordsOf({}, each.decision)}${each.decided_at === null ? '' : `, ${formatDate(each.decided_at)}`}`
  const { words, note } = describeDue(each, now)
  return `${words}, ${note}`
}
