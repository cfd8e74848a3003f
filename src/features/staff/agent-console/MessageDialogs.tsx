import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import type { ChatMessage } from '@/features/contact/chat/queries'
import { EditMessageDialog } from './EditMessageDialog'
import { MessageActions } from './MessageActions'
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
