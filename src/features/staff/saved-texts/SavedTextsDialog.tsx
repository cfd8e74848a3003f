import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { InputField, TextAreaField } from '@/components/ui/Input'
import { cleanChatText } from '@/features/contact/chat/shared'
import { textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { savedTextCopy } from './copy'
import { useDeleteText, useSaveText } from './mutations'
import { savedTextQueries, type SavedKind, type SavedText } from './queries'

type SavedTextsDialogProps = { kind: SavedKind; typed?: string; onClose: () => void }

/** The texts of a kind that staff share, and a form for each. */
export function SavedTextsDialog({ kind, typed = '', onClose }: SavedTextsDialogProps) {
  const copy = savedTextCopy[kind]
  const query = useQuery(savedTextQueries.list(kind))
  const [edited, setEdited] = useState<SavedText | null>(null)
  const [deleted, setDeleted] = useState<SavedText | null>(null)
  return (
    <>
      <Dialog open onOpenChange={onClose} title={copy.title} description={copy.hint}>
        {edited === null ? (
          <Loaded query={query} what={copy.what} skeleton={<Skeleton className="h-24" />}>
            {(texts) => (
              <div className="space-y-4">
                {texts.length === 0 && <p className="text-secondary">{copy.none}</p>}
                <ul className="divide-y divide-line">
                  {texts.map((saved) => (
                    <li key={saved.id} className="flex items-center gap-2 py-1 text-small">
                      <div className="min-w-0 flex-1">
                        <p className="text-name">{copy.mark + saved.shortcut}</p>
                        <p className="line-clamp-1 text-secondary">{saved.text}</p>
                      </div>
                      <Button
                        variant="quiet"
                        className="px-3"
                        aria-label={`Edit ${saved.shortcut}`}
                        onClick={() => setEdited(saved)}
                      >
                        Edit
                      </Button>
                      <Button
                        variant="quiet"
                        className="px-3"
                        aria-label={`Delete ${saved.shortcut}`}
                        onClick={() => setDeleted(saved)}
                      >
                        Delete
                      </Button>
                    </li>
                  ))}
                </ul>
                <Button
                  className="w-full"
                  onClick={() => setEdited({ id: crypto.randomUUID(), shortcut: '', text: '' })}
                >
                  {copy.add}
                </Button>
              </div>
            )}
          </Loaded>
        ) : (
          <SavedTextForm kind={kind} saved={edited} typed={typed} onClose={() => setEdited(null)} />
        )}
      </Dialog>
      {deleted !== null && <DeleteText kind={kind} saved={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

type OneText = { kind: SavedKind; saved: SavedText; onClose: () => void }

const readText = {
  reply: (typed: string) => {
    const text = cleanChatText(typed)
    return text !== '' && text.length <= 500 ? text : null
  },
  reason: (typed: string) => {
    const text = typed.trim()
    return text !== '' && text.length <= 300 && textProblem(text) === null ? text : null
  },
}

function SavedTextForm({ kind, saved, typed, onClose }: OneText & { typed: string }) {
  const copy = savedTextCopy[kind]
  const save = useSaveText(kind)
  const form = useForm({
    initial: { shortcut: saved.shortcut, reply: saved.shortcut === '' ? typed : saved.text },
    check: (values) => {
      const shortcut = values.shortcut.trim().toLowerCase().replace(/^\//, '')
      const text = readText[kind](values.reply)
      const isBadShortcut = !/^[a-z0-9][a-z0-9-]{0,29}$/.test(shortcut)
      if (isBadShortcut || text === null)
        return {
          errors: {
            ...(isBadShortcut && { shortcut: savedTextCopy.badShortcut }),
            ...(text === null && { reply: copy.badText }),
          },
        }
      return { shortcut, text }
    },
    submit: ({ shortcut, text }) => {
      // Not what was not changed: a colleague may have.
      const change = { ...(shortcut !== saved.shortcut && { shortcut }), ...(text !== saved.text && { text }) }
      return Object.keys(change).length > 0 ? save.mutateAsync({ id: saved.id, ...change }) : undefined
    },
    onSuccess: onClose,
  })
  return (
    <form {...form.props} className="space-y-2">
      <FormProblem words={form.problem} />
      <InputField
        label="Shortcut"
        hint={copy.shortcutHint}
        {...form.field('shortcut')}
        autoComplete="off"
        maxLength={31}
      />
      <TextAreaField label={copy.label} {...form.field('reply')} rows={4} maxLength={kind === 'reply' ? 500 : 300} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={form.isPending} pendingLabel="Saving...">
          Save
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function DeleteText({ kind, saved, onClose }: OneText) {
  const { mutate, isPending } = useDeleteText(kind)
  const copy = savedTextCopy[kind]
  return (
    <ConfirmDialog
      title={`Delete ${copy.mark}${saved.shortcut}?`}
      text={copy.deleteText}
      confirmLabel="Delete"
      pending={isPending}
      onConfirm={() => mutate(saved.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
