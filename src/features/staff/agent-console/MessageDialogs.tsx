import { Pencil, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { IconButton } from '@/components/ui/IconButton'
import type { ChatMessage } from '@/features/contact/chat/queries'
import { EditMessageDialog } from './EditMessageDialog'
import { useDeleteMessage } from './mutations'

type MessageDialogsProps = {
  conversationId: string
  isMine: boolean
  /** Renders the chat. The argument renders the buttons of a message. */
  children: (renderActions: (message: ChatMessage) => ReactNode) => ReactNode
}

/** The edit and delete dialogs of a chat. They stay open when the message leaves the list. */
export function MessageDialogs({ conversationId, isMine, children }: MessageDialogsProps) {
  const [editing, setEditing] = useState<ChatMessage | null>(null)
  const [deleting, setDeleting] = useState<ChatMessage | null>(null)
  return (
    <>
      {children((message) => (
        <MessageActions
          message={message}
          onEdit={isMine ? () => setEditing(message) : null}
          onDelete={() => setDeleting(message)}
        />
      ))}
      {editing !== null && (
        <EditMessageDialog conversationId={conversationId} message={editing} onClose={() => setEditing(null)} />
      )}
      {deleting !== null && (
        <DeleteMessage conversationId={conversationId} message={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

type DeleteMessageProps = { conversationId: string; message: ChatMessage; onClose: () => void }

function DeleteMessage({ conversationId, message, onClose }: DeleteMessageProps) {
  const { mutate, isPending } = useDeleteMessage(conversationId)
  return (
    <ConfirmDialog
      title="Delete this message?"
      text="The customer and all agents will no longer see it."
      confirmLabel="Delete"
      pending={isPending}
      onConfirm={() => mutate(message.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

type MessageActionsProps = { message: ChatMessage; onEdit: (() => void) | null; onDelete: () => void }

/** An agent can edit an agent's message in a chat that they have, and delete an agent's or the customer's. A mouse shows the buttons at its message. */
function MessageActions({ message, onEdit, onDelete }: MessageActionsProps) {
  if (message.sender !== 'agent' && message.sender !== 'user') return null
  return (
    <span className="inline-flex pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:focus-within:opacity-100">
      {message.sender === 'agent' && onEdit !== null && (
        <IconButton label="Edit message" onClick={onEdit} className={look}>
          <Pencil aria-hidden className="size-4" />
        </IconButton>
      )}
      <IconButton label="Delete message" onClick={onDelete} className={look}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </span>
  )
}

/** Small for a mouse, large enough for touch. */
const look = 'text-muted pointer-fine:size-8'
