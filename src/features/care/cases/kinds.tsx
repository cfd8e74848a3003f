import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonLook } from '@/components/ui/buttonLook'
import { wordsOf } from '@/lib/codeWords'
import { formatDayWithWeekday } from '@/lib/dates'
import { list, nullable, object, text, type Reader } from '@/lib/json'
import { lazyPart } from '@/lib/lazyPart'
import { formatPence, pounds } from '@/lib/money'
import { paths } from '@/lib/paths'
import { required } from '@/lib/required'
import { caseCopy } from './copy'
import { PaymentReview } from './PaymentReview'
import { complaintFields, type CustomerCase, type ListedCase } from './queries'

// Few cases have these.
const AccessChanges = lazyPart(async () => (await import('./AccessChanges')).AccessChanges)
const ComplaintState = lazyPart(async () => (await import('./ComplaintState')).ComplaintState)
const Reopen = lazyPart(async () => (await import('./ComplaintState')).Reopen)

type Words = {
  title: string
  decided: Readonly<Record<string, string | undefined>>
  /** The name in the list of a case with a subject: of a payment without. */
  listed?: (subject: string) => string
  /** By which day the bank decides: 'We'll decide by …' without. */
  promise?: (day: string, isPast: boolean) => string
}

/** The parts of the page of a case that its kind has. */
export type CaseView = {
  /** The decision in other words than those of `decided`. */
  outcome?: string | false
  /** The line below the decision. */
  about?: string
  /** Before the letter. */
  state?: ReactNode
  /** After the letter of a decided case. */
  afterwards?: ReactNode
}

type Look = { shown: CustomerCase; today: string }
type CaseKind = Words & { open: (shown: CustomerCase) => (today: string) => CaseView }

function caseKind<Facts>({
  read,
  view,
  ...words
}: Words & { read: Reader<Facts>; view: (facts: Facts, look: Look) => CaseView }): CaseKind {
  return {
    ...words,
    open: (shown) => {
      const facts = required(read(shown.facts))
      return (today) => view(facts, { shown, today })
    },
  }
}

const paymentOf = ({ amount, payee }: { amount: number; payee: string }) => `${formatPence(amount)} to ${payee}`

const readClaim = object({ amount: pounds, payee: text, refunded: pounds })

const claim = (title: string) =>
  caseKind({
    title,
    decided: { refunded: 'Refunded', nothing: 'Nothing to refund', refused: 'Not refunded' },
    read: readClaim,
    view: (facts) => ({
      outcome: facts.refunded > 0 && caseCopy.refunded(formatPence(facts.refunded)),
      about: paymentOf(facts),
      afterwards: (
        <Link to={paths.complaint} className={buttonLook('quiet')}>
          {caseCopy.unhappy}
        </Link>
      ),
    }),
  })

const readChange = object({ what: text, at: nullable(text), before: nullable(pounds), name: nullable(text) })
export type AccessChange = NonNullable<ReturnType<typeof readChange>>

const readPaymentReview = object({
  transaction_id: text,
  amount: pounds,
  payee: text,
  told: text,
  last_on: text,
  /** Of the payment. Null once it is deleted. */
  state: nullable(text),
})
export type ReviewedPayment = NonNullable<ReturnType<typeof readPaymentReview>>

const readComplaint = object(complaintFields)
export type Complaint = NonNullable<ReturnType<typeof readComplaint>>

const readMessages = object({ payer: text })
// What was changed while someone else may have had the account. Null for another cause.
const readSuspension = object({ changes: nullable(list(readChange)) })

export const kinds: Record<string, CaseKind | undefined> = {
  scam: claim('Tricked into a payment'),
  unauthorised: claim("A payment you didn't make"),
  messages: caseKind({
    title: 'Messages with payments',
    decided: { hidden: 'Messages hidden', left: 'Looked at' },
    listed: caseCopy.messagesFrom,
    read: readMessages,
    view: ({ payer }) => ({ about: caseCopy.messagesFrom(payer) }),
  }),
  suspension: caseKind({
    title: 'Your account was suspended',
    decided: { lifted: 'Your suspension has ended' },
    read: readSuspension,
    view: ({ changes }) => ({ state: changes !== null && <AccessChanges changes={changes} /> }),
  }),
  complaint: caseKind({
    title: 'Complaint',
    decided: {
      resolved: 'Settled',
      upheld: 'We agreed with your complaint',
      partly_upheld: 'We agreed with a part of your complaint',
      not_upheld: "We didn't agree with your complaint",
    },
    listed: () => 'Complaint',
    promise: (day, isPast) => (isPast ? caseCopy.answerWasDue(day) : caseCopy.answerBy(day)),
    read: readComplaint,
    view: (complaint, { shown, today }) => ({
      state: <ComplaintState complaint={complaint} isOpen={shown.decision === null} today={today} />,
      afterwards: <Reopen id={shown.id} complaint={complaint} today={today} />,
    }),
  }),
  payment_review: caseKind({
    title: "A payment we're checking",
    decided: { released: 'Released after our check', refused: 'Not sent' },
    read: readPaymentReview,
    view: (review, { shown }) => ({
      about: paymentOf(review),
      state: shown.decision === null && <PaymentReview review={review} />,
    }),
  }),
  closing: caseKind({
    title: 'We are closing your account',
    decided: { withdrawn: 'Withdrawn: your account stays open' },
    promise: caseCopy.closesOn,
    read: () => ({}),
    view: () => ({}),
  }),
}

/** The decisions that end a case of each kind without staff. */
const otherDecisions = { cancelled: 'Cancelled', closed: 'Account closed' }

/** An unknown kind is shown by its name. */
export const titleOf = (kind: string) => kinds[kind]?.title ?? wordsOf({}, kind)

export function nameOf({ kind, amount, subject }: ListedCase): string {
  if (subject === null) return titleOf(kind)
  return kinds[kind]?.listed?.(subject) ?? (amount === null ? subject : `${formatPence(amount)} to ${subject}`)
}

/** By which day the bank decides about a case, or answers it. */
export function promiseOf(kind: string, dueOn: string, today: string): string {
  return (kinds[kind]?.promise ?? caseCopy.decideBy)(formatDayWithWeekday(dueOn), dueOn < today)
}

export const decisionWords = (kind: string, decision: string) =>
  wordsOf({ ...otherDecisions, ...kinds[kind]?.decided }, decision)

const noView = (): CaseView => ({})

/** A case with the parts of its page. */
export const withView = (shown: CustomerCase) => ({ shown, view: kinds[shown.kind]?.open(shown) ?? noView })
