import { Facts, type Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { StaffCard } from '@/components/StaffCard'
import { Tag } from '@/components/Tag'
import { TextLink } from '@/components/TextLink'
import { useOwnRoles } from '@/features/permissions/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDateTime, formatDenseDateTime } from '@/lib/dates'
import { adminTransactionPath, transcriptPath } from '@/lib/paths'
import { describeDue, staffCaseCopy as copy } from './copy'
import type { StaffCase } from './queries'

/** What the case is about, its clock, and what the rules give. */
export function CaseFacts({ shown, now }: { shown: StaffCase; now: Date }) {
  const { permissions } = useOwnRoles()
  const { claim } = shown
  const due = describeDue(shown, now)
  const facts: Fact[] = [
    ['Opened', formatDateTime(shown.opened_at)],
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
  if (claim !== null)
    facts.push(
      [
        'Payment',
        permissions.includes('view_transactions') ? (
          <TextLink key="payment" to={adminTransactionPath(claim.transaction_id)}>
            {claim.payee}
          </TextLink>
        ) : (
          claim.payee
        ),
      ],
      ['Paid', formatDateTime(claim.paid_at)],
      ['Amount', <Money key="amount" pence={claim.amount} />],
      ['Loss now', <Money key="loss" pence={claim.loss} />],
      ['Excess', <Money key="excess" pence={claim.excess} />],
      shown.decision === null
        ? ['Refund by the rules', <Money key="refund" pence={claim.refund} className="font-semibold" />]
        : ['Refunded', <Money key="refunded" pence={claim.refunded} className="font-semibold" />],
      ['How', claim.reached === null ? '–' : wordsOf(copy.reached, claim.reached)],
      ...(claim.who === null || claim.who === '' ? [] : [['Paying whom', claim.who] satisfies Fact]),
      ['What happened', claim.said ?? '–'],
    )
  return (
    <StaffCard title={copy.facts}>
      <Facts facts={facts} />
      {claim?.is_protected === true && <p className="px-4 py-2.5 text-sm text-muted">{copy.protected}</p>}
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

/** What the bank knew when the claim was sent. */
export function CaseEvidence({ evidence }: { evidence: NonNullable<StaffCase['claim']>['evidence'] }) {
  const { permissions } = useOwnRoles()
  const { outcome, reason, warnings, warnings_shown_at: shownAt, reports, entry, country, devices, chats } = evidence
  const facts: Fact[] = [
    ...(entry === null
      ? ([
          ['Check of the name', outcome?.replaceAll('_', ' ') ?? 'none'],
          ['Payment reason', reason ?? 'none'],
          ['Warnings ticked', warnings.map((name) => name.replaceAll('_', ' ')).join(', ') || 'none'],
          ...(shownAt === null ? [] : [['Warnings shown', formatDateTime(shownAt)] satisfies Fact]),
          ['Reports by other customers', String(reports)],
        ] satisfies Fact[])
      : ([['Card', `${entry}, ${country ?? ''}`]] satisfies Fact[])),
    [
      'Devices known then',
      devices.map(({ name, since }) => `${name}, since ${formatDenseDateTime(since)}`).join('; ') || 'none',
    ],
    [
      'Chats',
      chats.length === 0 ? (
        'none'
      ) : (
        <span key="chats" className="flex flex-wrap gap-x-3">
          {chats.map(({ id, ended_at: at }) =>
            permissions.includes('read_transcripts') ? (
              <TextLink key={id} to={transcriptPath(id)}>
                {formatDenseDateTime(at)}
              </TextLink>
            ) : (
              <span key={id}>{formatDenseDateTime(at)}</span>
            ),
          )}
        </span>
      ),
    ],
  ]
  return (
    <StaffCard title={copy.evidence}>
      <Facts facts={facts} />
    </StaffCard>
  )
}
