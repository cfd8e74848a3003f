import { FormProblem } from '@/components/FormProblem'
import { StaffCard } from '@/components/StaffCard'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { userCopy } from './copy'
import { useAddUserNote } from './mutations'
import { Rows, When } from './UserDetails'
import type { UserPage } from './queries'

type Notes = NonNullable<UserPage['notes']>

/** What staff have noted about a user. The user never sees it, also as a member of staff. */
export function UserNotes({ userId, notes }: { userId: string; notes: Notes | null }) {
  if (notes === null)
    return (
      <StaffCard title="Notes">
        <p className="px-4 pb-3 text-sm text-muted">{userCopy.page.ownNotes}</p>
      </StaffCard>
    )
  return <OthersNotes userId={userId} notes={notes} />
}

function OthersNotes({ userId, notes }: { userId: string; notes: Notes }) {
  const add = useAddUserNote()
  const form = useForm({
    initial: { note: '' },
    check: ({ note }) => {
      const problem = note.trim() === '' ? userCopy.noteNeeded : textProblem(note.trim())
      return problem === null ? note.trim() : { errors: { note: problem } }
    },
    submit: (note) => add.mutateAsync({ userId, note }),
    onSuccess: () => form.reset(),
  })
  return (
    <StaffCard title="Notes">
      <form {...form.props} className="flex flex-wrap items-end gap-2 px-4 pb-3">
        <div className="min-w-0 flex-1 basis-60">
          <Field label="New note" error={form.errors.note}>
            {(control) => <Input {...control} {...form.input('note')} autoComplete="off" maxLength={500} />}
          </Field>
          <FormProblem words={form.problem} />
        </div>
        <Button type="submit" variant="secondary" className="mb-1.5" pending={form.isPending}>
          Add note
        </Button>
      </form>
      <Rows
        none={userCopy.page.notes}
        rows={notes.map(({ id, note, author, created_at }) => ({
          key: id,
          text: note,
          note: (
            <>
              {author ?? userCopy.unnamed}, <When at={created_at} />
            </>
          ),
        }))}
      />
    </StaffCard>
  )
}
