import { Facts, type Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { StaffCard } from '@/components/StaffCard'
import { TextLink } from '@/components/TextLink'
import { reasonWords } from '@/features/money/payments/shared'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { outcomeWords, ruleWords } from '@/features/staff/staff-transactions/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDenseDateTime } from '@/lib/dates'
import { boolean, list, nullable, number, object, text, withDefault } from '@/lib/json'
import { formatPence, pounds } from '@/lib/money'
import { adminCasePath, adminTransactionPath, transcriptPath } from '@/lib/paths'
import { staffCaseCopy as copy } from './copy'
import type { StaffCase } from './queries'
import { receivedCopy } from './receivedCopy'

/** What the bank knew when a payment was made. */
export const readEvidence = object({
  outcome: withDefault<string | null>(text, null),
  reason: withDefault<string | null>(text, null),
  warnings: withDefault(list(text), []),
  warnings_shown_at: withDefault<string | null>(text, null),
  reports: withDefault(number, 0),
  entry: withDefault<string | null>(text, null),
  country: withDefault<string | null>(text, null),
  devices: withDefault(list(object({ name: text, since: text })), []),
  chats: withDefault(list(object({ id: text, ended_at: text })), []),
})

export const readClaim = object({
  transaction_id: text,
  amount: pounds,
  payee: text,
  paid_at: text,
  is_card: boolean,
  is_at_other_bank: boolean,
  who: nullable(text),
  reached: nullable(text),
  said: nullable(text),
  refunded: pounds,
  taken_back: pounds,
  is_protected: boolean,
  owed: pounds,
  received: pounds,
  /** What has become of the wish to get the money back, in words. Null without one. */
  recall: nullable(text),
  loss: pounds,
  excess: pounds,
  refund: pounds,
  standard: nullable(text),
  standards: list(text),
  evidence: readEvidence,
  /** The case of the account that received the money, if the reader may work on it. */
  received_case_id: nullable(text),
})
export type Claim = NonNullable<ReturnType<typeof readClaim>>

/** The payment that a claim is about, and what the rules give. */
export function claimFacts({ decision }: StaffCase, claim: Claim, linksPayment: boolean): Fact[] {
  return [
    [
      'Payment',
      linksPayment ? (
        <TextLink key="payment" to={adminTransactionPath(claim.transaction_id)}>
          {claim.payee}
        </TextLink>
      ) : (
        claim.payee
      ),
    ],
    ...(claim.received_case_id === null
      ? []
      : [
          [
            'Paid to',
            <TextLink key="received" to={adminCasePath(claim.received_case_id)}>
              {receivedCopy.link}
            </TextLink>,
          ] satisfies Fact,
        ]),
    ['Paid', formatDenseDateTime(claim.paid_at)],
    ['Amount', <Money key="amount" pence={claim.amount} />],
    ['Loss now', <Money key="loss" pence={claim.loss} />],
    ['Excess', <Money key="excess" pence={claim.excess} />],
    decision === null
      ? [
          'Refund by the rules',
          claim.refund === 0 ? (
            <strong key="refund" className="text-strong">
              {noRefundWords(claim)}
            </strong>
          ) : (
            <Money key="refund" pence={claim.refund} className="text-amount" />
          ),
        ]
      : ['Refunded', <Money key="refunded" pence={claim.refunded} className="text-amount" />],
    ...(claim.recall === null ? [] : [['Asked back', claim.recall] satisfies Fact]),
    ...(claim.received === 0
      ? []
      : [['Paid by the other bank', <Money key="received" pence={claim.received} />] satisfies Fact]),
    ...(claim.owed === 0
      ? []
      : [['Owed by the other bank', <Money key="owed" pence={claim.owed} className="text-amount" />] satisfies Fact]),
    ['How', claim.reached === null ? '–' : wordsOf(copy.reached, claim.reached)],
    ...(claim.who === null || claim.who === '' ? [] : [['Paying whom', claim.who] satisfies Fact]),
    ['What happened', claim.said ?? '–'],
  ]
}

/** Why the rules refund nothing. */
export function noRefundWords({ loss, excess }: Claim): string {
  if (loss === 0) return copy.noLoss
  return loss <= excess ? copy.belowExcess(formatPence(excess)) : copy.mostPaid
}

/** What the bank knew when the claim was sent. */
export function ClaimEvidence({ evidence }: { evidence: Claim['evidence'] }) {
  const { permissions } = useOwnRoles()
  const { outcome, reason, warnings, warnings_shown_at: shownAt, reports, entry, country, devices, chats } = evidence
  const facts: Fact[] = [
    ...(entry === null
      ? ([
          ['Check of the name', outcome === null ? 'none' : wordsOf(outcomeWords, outcome)],
          ['Payment reason', reason === null ? 'none' : wordsOf(reasonWords, reason)],
          ['Warnings ticked', warnings.map((rule) => wordsOf(ruleWords, rule)).join(', ') || 'none'],
          ...(shownAt === null ? [] : [['Warnings shown', formatDenseDateTime(shownAt)] satisfies Fact]),
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
