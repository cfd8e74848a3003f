import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Money } from '@/components/Money'
import { Button } from '@/components/ui/Button'
import { TextAreaField } from '@/components/ui/Input'
import { formatDate, formatDayWithWeekday } from '@/lib/dates'
import { messageOf, refusalOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { useUserId } from '@/lib/session'
import { useChange } from '@/lib/useChange'
import { useForm } from '@/lib/useForm'
import { caseCopy, claimCopy } from './copy'
import { useSaveClaim, useSendClaim, type ClaimAnswers } from './mutations'
import type { ClaimDraft, ClaimKind } from './queries'

type ClaimQuestionsProps = {
  transactionId: string
  draft: ClaimDraft
  /** What the customer has just said about the payment. */
  chosen: ClaimKind | null
  onSent: (caseId: string) => void
}

/** The questions about a payment, one at a time. Each answer is saved. */
export function ClaimQuestions({ transactionId, draft: saved, chosen, onSent }: ClaimQuestionsProps) {
  const draft = { ...saved, kind: saved.kind ?? chosen }
  const [step, setStep] = useState(() => firstOpenStep(draft, chosen))
  const save = useSaveClaim(transactionId)
  const steps = stepsOf(draft)
  const previous = steps[steps.indexOf(step) - 1]
  const kind = draft.kind ?? 'unauthorised'

  const answer = async (change: Partial<ClaimAnswers>) => {
    const { who, reached, said } = draft
    // The ways in which another kind asks do not fit.
    const kept = change.kind === undefined || change.kind === draft.kind ? reached : null
    const answers: ClaimAnswers = { kind, who, said, reached: kept, ...change }
    await save.mutateAsync(answers)
    const order = stepsOf({ kind: answers.kind, is_card: draft.is_card })
    setStep(order[order.indexOf(step) + 1] ?? 'review')
  }

  return (
    <div className="flex flex-1 flex-col gap-4">
      <div className="rounded bg-sunken px-4 py-3">
        <p className="text-name wrap-anywhere">{draft.payee}</p>
        <p className="flex flex-wrap justify-between gap-x-4 text-secondary">
          {formatDate(draft.paid_at)} <Money pence={draft.amount} />
        </p>
      </div>
      {draft.kind === 'scam' && draft.amount <= draft.excess && (
        <p className="rounded bg-care-soft px-4 py-3 text-care">{claimCopy.belowExcess(formatPence(draft.excess))}</p>
      )}
      {step === 'kind' && (
        <Choice
          title={claimCopy.kind.title}
          choices={[
            ['scam', claimCopy.kind.scam],
            ['unauthorised', claimCopy.kind.unauthorised],
          ]}
          onChoose={(value) => answer({ kind: value === 'scam' ? 'scam' : 'unauthorised' })}
        />
      )}
      {step === 'reached' && (
        <Choice key={kind} {...claimCopy.reached[kind]} onChoose={(reached) => answer({ reached })} />
      )}
      {step === 'who' && (
        <OpenQuestion
          key="who"
          name={`claim-who:${transactionId}`}
          {...claimCopy.who}
          saved={draft.who}
          longest={300}
          onAnswer={(who) => answer({ who })}
        />
      )}
      {step === 'said' && (
        <OpenQuestion
          key="said"
          name={`claim-said:${transactionId}`}
          {...claimCopy.said[kind]}
          missing={claimCopy.said.missing}
          saved={draft.said}
          longest={500}
          onAnswer={(said) => answer({ said })}
        />
      )}
      {step === 'review' && <Review transactionId={transactionId} draft={draft} onChange={setStep} onSent={onSent} />}
      {previous !== undefined && step !== 'review' && (
        <Button variant="quiet" className="-ml-5 self-start" onClick={() => setStep(previous)}>
          {claimCopy.back}
        </Button>
      )}
      <p className="text-secondary">{claimCopy.saved}</p>
      <p className="text-secondary">{caseCopy.demonstration}</p>
    </div>
  )
}

type ChoiceProps = {
  title: string
  choices: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => Promise<void>
}

function Choice({ title, choices, onChoose }: ChoiceProps) {
  const choose = useChange(onChoose, { failure: false })
  return (
    <section aria-label={title} className="space-y-3">
      <h2 className="text-title">{title}</h2>
      <FormProblem words={choose.isError ? { title: claimCopy.notSaved, text: messageOf(choose.error) } : null} />
      <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-card">
        {choices.map(([value, label]) => (
          <li key={value}>
            <button
              type="button"
              aria-disabled={choose.isPending || undefined}
              onClick={() => !choose.isPending && choose.mutate(value)}
              className="flex min-h-14 w-full items-center gap-3 px-4 text-left text-name hover:bg-brand-soft focus-visible:-outline-offset-3"
            >
              <span className="flex-1">{label}</span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type OpenQuestionProps = {
  name: string
  title: string
  label: string
  missing: string
  saved: string | null
  longest: number
  onAnswer: (text: string) => Promise<void>
}

function OpenQuestion({ name, title, label, missing, saved, longest, onAnswer }: OpenQuestionProps) {
  const form = useForm({
    initial: { text: saved ?? '' },
    draft: `${name}:${useUserId()}`,
    check: (typed) => {
      const text = inOneParagraph(typed.text)
      const problem = text === '' ? missing : textProblem(text)
      return problem === null ? text : { errors: { text: problem } }
    },
    submit: onAnswer,
    failure: (error) => ({ title: claimCopy.notSaved, text: messageOf(error) }),
    // The server names the answer that the text is.
    failedField: (error) => (typeof refusalOf(error)?.field === 'string' ? 'text' : undefined),
  })
  return (
    <form {...form.props} className="space-y-4">
      <h2 className="text-title">{title}</h2>
      <TextAreaField
        label={label}
        counter={`${form.values.text.length}/${longest}`}
        {...form.field('text')}
        rows={4}
        maxLength={longest}
      />
      <FormProblem words={form.problem} />
      <Button type="submit" pending={form.isPending} pendingLabel={claimCopy.saving} className="w-full">
        {claimCopy.continue}
      </Button>
    </form>
  )
}

type ReviewProps = Omit<ClaimQuestionsProps, 'chosen'> & { onChange: (step: ClaimStep) => void }

function Review({ transactionId, draft, onChange, onSent }: ReviewProps) {
  const send = useSendClaim(transactionId)
  const kind = draft.kind ?? 'unauthorised'
  const clock = draft.clocks[kind]
  const ways: readonly (readonly [string, string])[] = claimCopy.reached[kind].choices
  const answers: Record<ClaimStep, [question: string, answer: string | null]> = {
    kind: [claimCopy.kind.title, claimCopy.kind[kind]],
    reached: [claimCopy.reached[kind].title, ways.find(([way]) => way === draft.reached)?.[1] ?? null],
    who: [claimCopy.who.title, draft.who],
    said: [claimCopy.said[kind].title, draft.said],
    review: ['', null],
  }
  return (
    <section aria-label={claimCopy.review.title} className="space-y-4">
      <h2 className="text-title">{claimCopy.review.title}</h2>
      <dl className="@container divide-y divide-line">
        {stepsOf(draft)
          .filter((step) => step !== 'review')
          .map((step) => (
            <div key={step} className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-2 narrow:block">
              <dt className="text-secondary">{answers[step][0]}</dt>
              <dd className="wrap-anywhere">{answers[step][1]}</dd>
              <dd className="col-start-2 row-span-2 row-start-1 -mr-4 narrow:mr-0 narrow:-ml-4">
                <Button variant="quiet" aria-label={`Change: ${answers[step][0]}`} onClick={() => onChange(step)}>
                  {claimCopy.review.change}
                </Button>
              </dd>
            </div>
          ))}
      </dl>
      <p className="text-name">
        {claimCopy.review.clock(formatDayWithWeekday(clock.decide_by), formatDayWithWeekday(clock.at_the_latest))}
      </p>
      <p className="text-secondary">{claimCopy.review.text}</p>
      <FormProblem words={send.isError ? { title: claimCopy.failed, text: messageOf(send.error) } : null} />
      <Button
        className="w-full"
        pending={send.isPending}
        pendingLabel={claimCopy.review.sending}
        onClick={() => send.mutate(undefined, { onSuccess: onSent })}
      >
        {claimCopy.review.send}
      </Button>
    </section>
  )
}

type ClaimStep = 'kind' | 'reached' | 'who' | 'said' | 'review'

/** The questions about a payment, in order. A card purchase has no sender to be tricked by. */
function stepsOf({ kind, is_card: isCard }: Pick<ClaimDraft, 'kind' | 'is_card'>): ClaimStep[] {
  const after: ClaimStep[] = kind === 'scam' ? ['reached', 'who', 'said', 'review'] : ['reached', 'said', 'review']
  return isCard ? after : ['kind', ...after]
}

/** The first question without an answer; the first of all if the customer now says something else than what is saved. */
function firstOpenStep(draft: ClaimDraft, chosen: ClaimKind | null): ClaimStep {
  if (chosen !== null && chosen !== draft.kind) return 'kind'
  const answers = { kind: draft.kind, reached: draft.reached, who: draft.who, said: draft.said, review: null }
  return stepsOf(draft).find((step) => !answers[step]) ?? 'review'
}
