import type { ReactNode } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { TextAreaField } from '@/components/ui/Input'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { caseCopy } from './copy'

type CaseMessageProps = {
  /** What is written, and of which case: the name of the draft. */
  name: string
  title: string
  label: string
  action: string
  submit: (message: string) => Promise<unknown>
  onSent?: () => void
  /** Above the field. */
  children: ReactNode
}

/** What the customer writes about a case. */
export function CaseMessage({ name, title, label, action, submit, onSent, children }: CaseMessageProps) {
  const form = useForm({
    initial: { message: '' },
    draft: `${name}:${useUserId()}`,
    check: (typed) => {
      const message = inOneParagraph(typed.message)
      const problem = message === '' ? caseCopy.noAnswer : textProblem(message)
      return problem === null ? message : { errors: { message: problem } }
    },
    submit,
    onSuccess: () => {
      form.reset()
      onSent?.()
    },
  })
  return (
    <TitledCard title={title}>
      {children}
      <form {...form.props} className="space-y-3">
        <TextAreaField label={label} {...form.field('message')} rows={3} maxLength={500} />
        <FormProblem words={form.problem} />
        <Button type="submit" variant="secondary" pending={form.isPending} pendingLabel={caseCopy.sending}>
          {action}
        </Button>
      </form>
    </TitledCard>
  )
}
