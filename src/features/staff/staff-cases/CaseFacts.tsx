import { Facts, type Fact } from '@/components/Facts'
import { StaffCard } from '@/components/StaffCard'
import { Tag } from '@/components/Tag'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDenseDateTime } from '@/lib/dates'
import { claimFacts } from './ClaimFacts'
import { complaintCopy } from './complaintCopy'
import { complaintFacts } from './ComplaintFacts'
import { describeDue, staffCaseCopy as copy } from './copy'
import { paymentReviewFacts } from './PaymentReviewFacts'
import { messageFacts } from './MessageFacts'
import type { StaffCase } from './queries'
import { suspensionCaseCopy as suspensionCopy } from './suspensionCopy'

/** What the case is about, its clock, and what the rules give. */
export function CaseFacts({ shown, now }: { shown: StaffCase; now: Date }) {
  const { permissions } = useOwnRoles()
  const { claim, complaint, suspension } = shown
  const linksPayment = permissions.includes('view_transactions')
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
      : ['Decided', describeDecision(shown)],
    ['Agent', shown.assigned_name ?? copy.list.nobody],
  ]
  if (claim !== null) facts.push(...claimFacts(shown, claim, linksPayment))
  if (complaint !== null) facts.push(...complaintFacts(shown, complaint, now, linksPayment))
  if (shown.payment_review !== null) facts.push(...paymentReviewFacts(shown.payment_review, linksPayment))
  if (shown.messages !== null) facts.push(...messageFacts(shown.messages))
  if (suspension !== null)
    facts.push([suspensionCopy.cause, suspension.cause], [suspensionCopy.told, suspension.message])
  return (
    <StaffCard title={copy.facts}>
      <Facts facts={facts} />
      {complaint !== null && complaint.delayed_at !== null && shown.decision === null && (
        <p className="px-4 py-2.5 text-sm text-danger">{complaintCopy.delayed}</p>
      )}
      {claim?.is_protected === true && <p className="px-4 py-2.5 text-sm text-muted">{copy.protected}</p>}
      {suspension !== null && shown.decision === null && (
        <p className="px-4 py-2.5 text-sm text-muted">{suspensionCopy.restore}</p>
      )}
    </StaffCard>
  )
}

function describeDecision({ decision, decided_at: at, decided_by: by, decision_reason: reason, claim }: StaffCase) {
  return [
    wordsOf(copy.decisions, decision ?? ''),
    by === null ? 'by the clock' : `by ${by}`,
    at === null ? null : formatDenseDateTime(at),
    claim?.standard ? wordsOf(copy.standards, claim.standard) : null,
    reason,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
