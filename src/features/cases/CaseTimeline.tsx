import { FileText } from 'lucide-react'
import { FormProblem } from '@/components/FormProblem'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { controlLook } from '@/components/ui/Input'
import { useSavePdf } from '@/features/statements/shared'
import { formatDateTime, formatDayWithWeekday } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { caseCopy } from './copy'
import { useAnswerCase } from './mutations'
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
      {decision === null && <Answer id={shown.id} question={shown.question} />}
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

function Answer({ id, question }: { id: string; question: string | null }) {
  const send = useAnswerCase(id)
  const form = useForm({
    initial: { answer: '' },
    check: (typed) => {
      const answer = inOneParagraph(typed.answer)
      const problem = answer === '' ? caseCopy.noAnswer : textProblem(answer)
      return problem === null ? answer : { errors: { answer: problem } }
    },
    submit: (answer) => send.mutateAsync(answer),
    onSuccess: () => form.reset(),
  })
  return (
    <TitledCard title={question === null ? caseCopy.more : caseCopy.question}>
      {question !== null && <p className="mb-3 wrap-anywhere">{question}</p>}
      <form {...form.props} className="space-y-3">
        <Field label={question === null ? caseCopy.message : caseCopy.answer} error={form.errors.answer}>
          {(control) => (
            <textarea
              {...control}
              {...form.input('answer')}
              rows={3}
              maxLength={500}
              className={`${controlLook} py-3`}
            />
          )}
        </Field>
        <FormProblem words={form.problem} />
        <Button type="submit" variant="secondary" pending={form.isPending} pendingLabel={caseCopy.sending}>
          {caseCopy.send}
        </Button>
      </form>
    </TitledCard>
  )
}
