import { Facts, type Fact } from '@/components/Facts'
import { StaffCard } from '@/components/StaffCard'
import { Tag } from '@/components/Tag'
import { CaseMark, describeDue } from '@/features/staff/case-summaries/shared'
import { formatDenseDateTime } from '@/lib/dates'
import type { CaseView } from './caseKind'
import { staffCaseCopy as copy } from './copy'
import { decisionOf } from './kinds'
import type { StaffCase } from './queries'

/** What the case is about, its clock, and what the rules give. */
export function CaseFacts({ shown, view, now }: { shown: StaffCase; view: CaseView; now: Date }) {
  const due = describeDue(shown, now)
  const facts: Fact[] = [
    ['Opened', formatDenseDateTime(shown.opened_at)],
    shown.decision === null
      ? [
          'Due',
          <span key="due" className="flex flex-wrap items-center gap-2">
            {due.isUrgent ? <Tag tone="danger">{due.words}</Tag> : due.words}
            <span className="text-muted">{due.note}</span>
          </span>,
        ]
      : ['Decided', describeDecision(shown, view.ground)],
    ...(shown.moves === null && shown.news === null
      ? []
      : [['Next', <CaseMark key="next" of={shown} />] satisfies Fact]),
    ['Agent', shown.assigned_name ?? copy.list.nobody],
    ...view.facts,
  ]
  return (
    <StaffCard title={copy.facts}>
      <Facts facts={facts} />
      {view.note && <div className="px-4 py-2.5 text-small">{view.note}</div>}
    </StaffCard>
  )
}

function describeDecision(
  { kind, decision, decided_at: at, decided_by: by, decision_reason: reason }: StaffCase,
  ground: string | null = null,
) {
  return [
    decisionOf(kind, decision ?? ''),
    by === null ? 'by the clock' : `by ${by}`,
    at === null ? null : formatDenseDateTime(at),
    ground,
    reason,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
