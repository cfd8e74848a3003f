import { FormProblem } from '@/components/FormProblem'
import { StaffCard } from '@/components/StaffCard'
import { Tag } from '@/components/Tag'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { LetterButton } from '@/features/care/cases/shared'
import { formatDenseDateTime } from '@/lib/dates'
import { textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { staffCaseCopy as copy } from './copy'
import { useAddCaseNote } from './mutations'
import type { StaffCase } from './queries'

/** What the customer and the bank said, and the notes of staff, newest first. */
export function CaseEvents({ shown }: { shown: StaffCase }) {
  return (
    <StaffCard title={copy.timeline}>
      <NewNote id={shown.id} />
      <ol className="empty:hidden divide-y divide-line border-t border-line text-small">
        {shown.events.toReversed().map(({ id, created_at: at, kind, message, author, letter }) => (
          <li key={id} className="px-4 py-2">
            <p className="flex flex-wrap items-center gap-x-2 text-secondary">
              <Tag tone={kind === 'customer' ? 'care' : 'plain'}>{copy.by[kind]}</Tag>
              {kind === 'note' && author !== null && <span>{author}</span>}
              <time dateTime={at} className="tabular-nums">
                {formatDenseDateTime(at)}
              </time>
            </p>
            <p className="wrap-anywhere">{message}</p>
            {letter !== null && <LetterButton id={id} letter={letter} isNamed />}
          </li>
        ))}
      </ol>
    </StaffCard>
  )
}

function NewNote({ id }: { id: string }) {
  const add = useAddCaseNote(id)
  const form = useForm({
    initial: { note: '' },
    check: ({ note }) => {
      const problem = note.trim() === '' ? 'Write a note.' : textProblem(note.trim())
      return problem === null ? note.trim() : { errors: { note: problem } }
    },
    submit: (note) => add.mutateAsync(note),
    onSuccess: (submitted) => form.reset(submitted),
  })
  return (
    <form {...form.props} className="space-y-2 px-4 pb-3">
      <InputField label={copy.note} {...form.field('note')} autoComplete="off" maxLength={500} />
      <FormProblem words={form.problem} />
      <Button type="submit" variant="secondary" pending={form.isPending}>
        {copy.addNote}
      </Button>
    </form>
  )
}
