import { FileText } from 'lucide-react'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { useSavePdf } from '@/features/statements/shared'
import { formatDateTime, formatDayWithWeekday } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { CaseAnswer } from './CaseAnswer'
import { caseCopy } from './copy'
import type { CustomerCase } from './queries'

/** A case as its customer sees it: the day of the decision, the question, and what has happened. */
export function CaseTimeline({ shown }: { shown: CustomerCase }) {
  const { claim, messages, events, decision } = shown
  return (
    <div className="space-y-4">
      <div>
        <p className="text-lg font-semibold">
          {decision === null
            ? caseCopy.decideBy(formatDayWithWeekday(shown.due_on))
            : (caseCopy.decided[decision] ?? decision)}
        </p>
        {claim !== null && (
          <p className="text-muted wrap-anywhere">
            {formatPence(claim.amount)} to {claim.payee}
          </p>
        )}
        {messages !== null && <p className="text-muted wrap-anywhere">{caseCopy.messagesFrom(messages.payer)}</p>}
      </div>
      {shown.letter !== null && <LetterButton id={shown.id} letter={shown.letter} />}
      {decision === null && <CaseAnswer id={shown.id} question={shown.question} />}
      <TitledCard title={caseCopy.timeline}>
        <ol className="space-y-3 border-l-2 border-line pl-4">
          {events.toReversed().map(({ id, created_at: at, kind, message }) => (
            <li key={id}>
              <p className="text-sm text-muted">
                {kind === 'customer' ? caseCopy.you : caseCopy.bank}, <time dateTime={at}>{formatDateTime(at)}</time>
              </p>
              <p className="wrap-anywhere">{message}</p>
            </li>
          ))}
        </ol>
      </TitledCard>
      <p className="text-sm text-muted">{caseCopy.demonstration}</p>
    </div>
  )
}

function LetterButton({ id, letter }: { id: string; letter: NonNullable<CustomerCase['letter']> }) {
  const save = useSavePdf(`letter-${id}.pdf`)
  return (
    <Button
      variant="secondary"
      pending={save.isPending}
      pendingLabel={caseCopy.creating}
      onClick={() => save.mutate({ document: 'letter', letter })}
    >
      <FileText aria-hidden className="size-5" />
      {caseCopy.letter}
    </Button>
  )
}
