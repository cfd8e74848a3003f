import type { kindTitles } from '@/features/staff/case-summaries/shared'
import { wordsOf } from '@/lib/codeWords'
import { caseKind, type CaseKind, type CaseView } from './caseKind'
import { ClaimDecision } from './ClaimDecision'
import { ClaimEvidence, claimFacts, readClaim } from './ClaimFacts'
import { complaintCopy } from './complaintCopy'
import { ComplaintDecision } from './ComplaintDecision'
import { complaintFacts, readComplaint } from './ComplaintFacts'
import { staffCaseCopy as copy } from './copy'
import { PaymentReviewDecision } from './PaymentReviewDecision'
import { paymentReviewFacts, readPaymentReview } from './PaymentReviewFacts'
import { MessageDecision } from './MessageDecision'
import { messageFacts, MessageTexts, readMessages } from './MessageFacts'
import type { StaffCase } from './queries'
import { receivedCopy } from './receivedCopy'
import { ReceivedDecision } from './ReceivedDecision'
import { ReceivedCards, readReceived, receivedFacts } from './ReceivedFacts'
import { RecordRecovery } from './RecordRecovery'
import { suspensionCaseCopy as suspensionCopy } from './suspensionCopy'
import { readSuspension, SuspensionUpdate } from './SuspensionUpdate'
import { WithdrawClosing } from './WithdrawClosing'

const claim = (stopsClock: string) =>
  caseKind({
    decisions: copy.claimDecisions,
    stopsClock,
    read: readClaim,
    view: (facts, { shown, linksPayment }) => ({
      facts: claimFacts(shown, facts, linksPayment),
      note: facts.is_protected && <p className="text-secondary">{copy.protected}</p>,
      ground: facts.standard === null ? null : wordsOf(copy.standards, facts.standard),
      actions: <ClaimDecision shown={shown} claim={facts} />,
      afterwards: facts.owed > 0 && <RecordRecovery shown={shown} owed={facts.owed} />,
      cards: <ClaimEvidence evidence={facts.evidence} />,
    }),
  })

const everyKind = {
  scam: claim("Stop the clock until the answer: we can't decide without it"),
  unauthorised: claim('Stop the clock: we suspect fraud and have reported the grounds in writing (reg. 76(3))'),
  messages: caseKind({
    decisions: { hidden: 'Hidden', left: 'Left as they are' },
    read: readMessages,
    view: (facts, { shown }) => ({
      facts: messageFacts(facts),
      actions: <MessageDecision id={shown.id} payer={facts.payer} />,
      cards: <MessageTexts texts={facts.texts} />,
    }),
  }),
  suspension: caseKind({
    decisions: { lifted: 'Restored' },
    read: readSuspension,
    view: (facts, { shown }) => ({
      facts: [
        [suspensionCopy.cause, facts.cause],
        [suspensionCopy.told, facts.message],
      ],
      note: shown.decision === null && <p className="text-secondary">{suspensionCopy.restore}</p>,
      actions: <SuspensionUpdate id={shown.id} suspension={facts} />,
    }),
  }),
  complaint: caseKind({
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
    decisions: { released: 'Released', refused: 'Refused' },
    read: readPaymentReview,
    view: (facts, { shown, linksPayment }) => ({
      facts: paymentReviewFacts(facts, linksPayment),
      actions: <PaymentReviewDecision shown={shown} review={facts} />,
      cards: <ClaimEvidence evidence={facts.evidence} />,
    }),
  }),
  received: caseKind({
    decisions: { acted: 'Acted', nothing: 'Nothing found' },
    isKeptFromCustomer: true,
    read: readReceived,
    view: (facts, { shown, linksPayment }) => ({
      facts: receivedFacts(facts),
      note: <p className="text-secondary">{receivedCopy.secret}</p>,
      actions: <ReceivedDecision shown={shown} received={facts} />,
      cards: <ReceivedCards received={facts} linksPayment={linksPayment} />,
    }),
  }),
  closing: caseKind({
    decisions: { withdrawn: 'Withdrawn' },
    read: () => ({}),
    view: (_facts, { shown }) => ({ facts: [], actions: <WithdrawClosing shown={shown} /> }),
  }),
} satisfies Record<keyof typeof kindTitles, CaseKind>

const kinds: Record<string, CaseKind | undefined> = everyKind

/** The decisions that end a case of each kind without staff. */
const otherDecisions = { closed: 'Closed', cancelled: 'Cancelled' }

export const stopsClock = (kind: string) => kinds[kind]?.stopsClock

export const isKeptFromCustomer = (kind: string) => kinds[kind]?.isKeptFromCustomer === true

export const decisionOf = (kind: string, decision: string) =>
  wordsOf({ ...otherDecisions, ...kinds[kind]?.decisions }, decision)

const noView = (): CaseView => ({ facts: [] })

/** A case with the parts of its page. */
export const withView = (shown: StaffCase) => ({ shown, view: kinds[shown.kind]?.open(shown) ?? noView })
