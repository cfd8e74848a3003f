import { TitledCard } from '@/components/TitledCard'
import { formatDateTime } from '@/lib/dates'
import { CaseAnswer } from './CaseAnswer'
import { caseCopy } from './copy'
import { decisionWords, promiseOf, type CaseView } from './kinds'
import { LetterButton } from './LetterButton'
import type { CustomerCase } from './queries'

/** A case as its customer sees it: the day of the decision, the question, and what has happened. */
export function CaseTimeline({ shown, view, today }: { shown: CustomerCase; view: CaseView; today: string }) {
  const { events, decision } = shown
  // The letter of the decision is above the timeline.
  const topLetterId = shown.letter === null ? undefined : events.findLast(({ letter }) => letter !== null)?.id
  return (
    <div className="space-y-4">
      <div>
        <p className="text-title">
          {decision === null
            ? promiseOf(shown.kind, shown.due_on, today)
            : view.outcome || decisionWords(shown.kind, decision)}
        </p>
        {view.about !== undefined && <p className="text-secondary wrap-anywhere">{view.about}</p>}
      </div>
      {view.state}
      {shown.letter !== null && <LetterButton id={shown.id} letter={shown.letter} />}
      {decision === null ? <CaseAnswer id={shown.id} question={shown.question} /> : view.afterwards}
      <TitledCard title={caseCopy.timeline}>
        <ol className="space-y-3 border-l-2 border-line pl-4">
          {events.toReversed().map(({ id, created_at: at, kind, message, letter }) => (
            <li key={id}>
              <p className="text-secondary">
                {kind === 'customer' ? caseCopy.you : caseCopy.bank}, <time dateTime={at}>{formatDateTime(at)}</time>
              </p>
              <p className="wrap-anywhere">{message}</p>
              {letter !== null && id !== topLetterId && <LetterButton id={id} letter={letter} isNamed />}
            </li>
          ))}
        </ol>
      </TitledCard>
      <p className="text-secondary">{caseCopy.demonstration}</p>
    </div>
  )
}
