import { FormProblem } from '@/components/FormProblem'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { controlLook } from '@/components/ui/Input'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { caseCopy } from './copy'
import { useAnswerCase } from './mutations'

type CaseAnswerProps = { id: string; question: string | null; onSent?: () => void }

/** What the customer writes to the staff of a case: the answer to their question, or more. */
export function CaseAnswer({ id, question, onSent }: CaseAnswerProps) {
  const send = useAnswerCase(id)
  const form = useForm({
    initial: { answer: '' },
    check: (typed) => {
      const answer = inOneParagraph(typed.answer)
      const problem = answer === '' ? caseCopy.noAnswer : textProblem(answer)
      return problem === null ? answer : { errors: { answer: problem } }
    },
    submit: (answer) => send.mutateAsync(answer),
    onSuccess: () => {
      form.reset()
      onSent?.()
    },
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
