import type { QueryKey } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { IconButton } from '@/components/ui/IconButton'
import { formatDenseDateTime } from '@/lib/dates'
import { noName } from '@/lib/noName'
import { textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { noteCopy } from './copy'
import { useAddUserNote, useDeleteUserNote } from './mutations'
import type { UserNote } from './userNote'

type NoteListProps = {
  userId: string
  notes: UserNote[]
  /** The query that holds the notes. */
  shownBy: QueryKey
  /** The reader may add notes and delete their own. */
  canWrite: boolean
}

/** What staff have noted about a user: on the user's page, and beside their chat. The user never sees it. */
export function NoteList({ userId, notes, shownBy, canWrite }: NoteListProps) {
  const [deleting, setDeleting] = useState<UserNote | null>(null)
  return (
    <div className="space-y-2 text-small">
      {canWrite && <NewNote userId={userId} shownBy={shownBy} />}
      {notes.length === 0 && <p className="text-secondary">{noteCopy.none}</p>}
      <ul className="divide-y divide-line">
        {notes.map((note) => (
          <li key={note.id} className="flex items-start gap-2 py-1.5">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{note.note}</p>
              <p className="text-caption tabular-nums">
                {note.author ?? noName}, <time dateTime={note.created_at}>{formatDenseDateTime(note.created_at)}</time>
              </p>
            </div>
            {canWrite && note.is_own && (
              <IconButton
                label={`Delete the note: ${note.note}`}
                onClick={() => setDeleting(note)}
                className="text-muted lg:size-8!"
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {deleting !== null && <DeleteNote note={deleting} shownBy={shownBy} onClose={() => setDeleting(null)} />}
    </div>
  )
}

function NewNote({ userId, shownBy }: Pick<NoteListProps, 'userId' | 'shownBy'>) {
  const add = useAddUserNote(shownBy)
  const form = useForm({
    initial: { note: '' },
    check: ({ note }) => {
      const problem = note.trim() === '' ? noteCopy.needed : textProblem(note.trim())
      return problem === null ? note.trim() : { errors: { note: problem } }
    },
    submit: (note) => add.mutateAsync({ userId, note }),
    onSuccess: () => form.reset(),
  })
  return (
    <form {...form.props} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-60">
        <InputField label="New note" {...form.field('note')} autoComplete="off" maxLength={500} />
        <FormProblem words={form.problem} />
      </div>
      <Button type="submit" variant="secondary" className="mb-1.5" pending={form.isPending}>
        Add note
      </Button>
    </form>
  )
}

type DeleteNoteProps = { note: UserNote; shownBy: QueryKey; onClose: () => void }

function DeleteNote({ note, shownBy, onClose }: DeleteNoteProps) {
  const { mutate, isPending } = useDeleteUserNote(shownBy)
  return (
    <ConfirmDialog
      {...noteCopy.confirmDelete}
      pending={isPending}
      onConfirm={() => mutate(note.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
