import { useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { TextLink } from '@/components/TextLink'
import { Button } from '@/components/ui/Button'
import { TextAreaField } from '@/components/ui/Input'
import { TopicField } from '@/features/care/cases/shared'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { adminCasePath } from '@/lib/paths'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { markComplaintCopy as copy } from './copy'
import { useMarkComplaint, complaintArguments } from './mutations'

type MarkComplaintProps = {
  chatId: string
  /** The case, once the chat is marked. */
  caseId: string | null
  linksCase: boolean
}

/** Marks the agent's chat as a complaint. */
export function MarkComplaint({ chatId, caseId, linksCase }: MarkComplaintProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-label={copy.title} className="space-y-2">
      <h3 className="text-caption text-strong">{copy.title}</h3>
      {caseId !== null ? (
        <p>
          {copy.marked} {linksCase && <TextLink to={adminCasePath(caseId)}>{copy.open}</TextLink>}
        </p>
      ) : isOpen ? (
        <ComplaintWords chatId={chatId} onClose={() => setIsOpen(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {copy.mark}
        </Button>
      )}
    </section>
  )
}

function ComplaintWords({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const mark = useMarkComplaint(chatId)
  const form = useForm({
    initial: { topic: '', said: '' },
    check: ({ topic, said }) => {
      const words = inOneParagraph(said)
      const problem = words === '' ? copy.noWords : textProblem(words)
      if (topic === '' || problem !== null)
        return {
          errors: { ...(topic === '' && { topic: copy.chooseTopic }), ...(problem !== null && { said: problem }) },
        }
      return { topic, words }
    },
    submit: (complaint) => mark.mutateAsync(complaint),
    onSuccess: onClose,
  })
  const complaint = form.checked()
  return (
    <form {...form.props} className="space-y-2">
      <p className="text-secondary">{copy.text}</p>
      <TopicField {...form.field('topic')} />
      <TextAreaField label={copy.words} {...form.field('said')} rows={3} maxLength={500} />
      <MessagePreview action={complaint && actionOf('mark_chat_complaint', complaintArguments(chatId, complaint))} />
      <FormProblem words={form.problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={form.isPending}>
          {copy.mark}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
