import { Link } from 'react-router-dom'
import { TitledCard } from '@/components/TitledCard'
import { buttonLook } from '@/components/ui/buttonLook'
import { formatDateTime } from '@/lib/dates'
import { lazyPart } from '@/lib/lazyPart'
import { formatPence } from '@/lib/money'
import { paths } from '@/lib/paths'
import { CaseAnswer } from './CaseAnswer'
import { ComplaintState, Reopen } from './ComplaintState'
import { caseCopy, decisionWords, promiseOf } from './copy'
import { PaymentReview } from './PaymentReview'
import { LetterButton } from './LetterButton'
import type { CustomerCase } from './queries'

/** Few cases have it. */
const AccessChanges = lazyPart(async () => (await import('./AccessChanges')).AccessChanges)

/** A case as its customer sees it: the day of the decision, the question, and what has happened. */
export function CaseTimeline({ shown, today }: { shown: CustomerCase; today: string }) {
  const { claim, payer, payment_review: review, events, decision } = shown
  // The letter of the decision is above the timeline.
  const topLetterId = shown.letter === null ? undefined : events.findLast(({ letter }) => letter !== null)?.id
  const payment = claim ?? review
  return (
    <div className="space-y-4">
      <div>
        <p className="text-lg font-semibold">
          {decision === null
            ? promiseOf(shown.kind, shown.due_on, today)
            : claim !== null && claim.refunded > 0
              ? caseCopy.refunded(formatPence(claim.refunded))
              : decisionWords(shown.kind, decision)}
        </p>
        {payment !== null && (
          <p className="text-muted wrap-anywhere">
            {formatPence(payment.amount)} to {payment.payee}
          </p>
        )}
        {payer !== null && <p className="text-muted wrap-anywhere">{caseCopy.messagesFrom(payer)}</p>}
      </div>
      {shown.complaint !== null && (
        <ComplaintState complaint={shown.complaint} isOpen={decision === null} today={today} />
      )}
      {shown.changes !== null && <AccessChanges changes={shown.changes} />}
      {review !== null && decision === null && <PaymentReview review={review} />}
      {shown.letter !== null && <LetterButton id={shown.id} letter={shown.letter} />}
      {decision === null && <CaseAnswer id={shown.id} question={shown.question} />}
      {decision !== null && shown.complaint !== null && (
        <Reopen id={shown.id} complaint={shown.complaint} today={today} />
      )}
      {decision !== null && claim !== null && (
        <Link to={paths.complaint} className={buttonLook('quiet')}>
          {caseCopy.unhappy}
        </Link>
      )}
      <TitledCard title={caseCopy.timeline}>
        <ol className="space-y-3 border-l-2 border-line pl-4">
          {events.toReversed().map(({ id, created_at: at, kind, message, letter }) => (
            <li key={id}>
              <p className="text-sm text-muted">
                {kind === 'customer' ? caseCopy.you : caseCopy.bank}, <time dateTime={at}>{formatDateTime(at)}</time>
              </p>
              <p className="wrap-anywhere">{message}</p>
              {letter !== null && id !== topLetterId && <LetterButton id={id} letter={letter} isNamed />}
            </li>
          ))}
        </ol>
      </TitledCard>
      <p className="text-sm text-muted">{caseCopy.demonstration}</p>
    </div>
  )
}
