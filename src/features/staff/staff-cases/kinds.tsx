import { wordsOf } from '@/lib/codeWords'
import { caseKind, type CaseKind, type CaseView } from './caseKind'
import { ClaimDecision } from './ClaimDecision'
import { ClaimEvidence, claimFacts, ClaimNote, readClaim } from './ClaimFacts'
import { complaintCopy } from './complaintCopy'
import { ComplaintDecision } from './ComplaintDecision'
import { complaintFacts, readComplaint } from './ComplaintFacts'
import { staffCaseCopy as copy } from './copy'
import { PaymentReviewDecision } from './PaymentReviewDecision'
import { paymentReviewFacts, readPaymentReview } from './PaymentReviewFacts'
import { MessageDecision } from './MessageDecision'
import { messageFacts, MessageTexts, readMessages } from './MessageFacts'
import type { StaffCase } from './queries'
import { RecordRecovery } from './RecordRecovery'
import { suspensionCaseCopy as suspensionCopy } from './suspensionCopy'
import { readSuspension, SuspensionUpdate } from './SuspensionUpdate'
import { WithdrawClosing } from './WithdrawClosing'

const claim = (title: string, stopsClock: string) =>
  caseKind({
    title,
    decisions: { refunded: 'Refunded', nothing: 'Nothing to refund', refused: 'Refused' },
    stopsClock,
    read: readClaim,
    view: (facts, { shown, linksPayment }) => ({
      facts: claimFacts(shown, facts, linksPayment),
      note: <ClaimNote shown={shown} claim={facts} />,
      ground: facts.standard === null ? null : wordsOf(copy.standards, facts.standard),
      actions: <ClaimDecision shown={shown} claim={facts} />,
      afterwards: facts.owed > 0 && <RecordRecovery shown={shown} owed={facts.owed} />,
      cards: <ClaimEvidence evidence={facts.evidence} />,
    }),
  })

const kinds: Record<string, CaseKind | undefined> = {
  scam: claim('Scam', "Stop the clock until the answer: we can't decide without it"),
  unauthorised: claim(
    'Not made by the customer',
    'Stop the clock: we suspect fraud and have reported the grounds in writing (reg. 76(3))',
  ),
  messages: caseKind({
    title: 'Messages in payments',
    decisions: { hidden: 'Hidden', left: 'Left as they are' },
    read: readMessages,
    view: (facts, { shown }) => ({
      facts: messageFacts(facts),
      actions: <MessageDecision id={shown.id} payer={facts.payer} />,
      cards: <MessageTexts texts={facts.texts} />,
    }),
  }),
  suspension: caseKind({
    title: 'Suspended customer',
    decisions: { lifted: 'Restored' },
    read: readSuspension,
    view: (facts, { shown }) => ({
      facts: [
        [suspensionCopy.cause, facts.cause],
        [suspensionCopy.told, facts.message],
      ],
      note: shown.decision === null && <p className="text-muted">{suspensionCopy.restore}</p>,
      actions: <SuspensionUpdate id={shown.id} suspension={facts} />,
    }),
  }),
  complaint: caseKind({
    title: 'Complaint',
    decisions: complaintCopy.outcomes,
    read: readComplaint,
    view: (facts, { shown, now, linksPayment }) => ({
      facts: complaintFacts(shown, facts, now, linksPayment),
      note: facts.delayed_at !== null && shown.decision === null && (
        <p className="text-danger">{complaintCopy.delayed}</p>
      ),
      actions: <ComplaintDecision shown={shown} complaint={facts} now={now} />,
    }),
  }),
  payment_review: caseKind({
    title: 'Payment review',
    decisions: { released: 'Released', refused: 'Refused' },
    read: readPaymentReview,
    view: (facts, { shown, linksPayment }) => ({
      facts: paymentReviewFacts(facts, linksPayment),
      actions: <PaymentReviewDecision shown={shown} review={facts} />,
      cards: <ClaimEvidence evidence={facts.evidence} />,
    }),
  }),
  closing: caseKind({
    title: 'Account to be closed',
    decisions: { withdrawn: 'Withdrawn' },
    read: () => ({}),
    view: (_facts, { shown }) => ({ facts: [], actions: <WithdrawClosing shown={shown} /> }),
  }),
}

/** The decisions that end a case of each kind without staff. */
const otherDecisions = { closed: 'Closed', cancelled: 'Cancelled' }

export const kindTitles = Object.entries(kinds).map(([kind, words]) => [kind, words?.title] as const)

/** An unknown kind is shown by its name. */
export const titleOf = (kind: string) => kinds[kind]?.title ?? wordsOf({}, kind)

export const stopsClock = (kind: string) => kinds[kind]?.stopsClock

export const decisionOf = (kind: string, decision: string) =>
  wordsOf({ ...otherDecisions, ...kinds[kind]?.decisions }, decision)

const noView = (): CaseView => ({ facts: [] })

/** A case with the parts of its page. */
export const withView = (shown: StaffCase) => ({ shown, view: kinds[shown.kind]?.open(shown) ?? noView })
