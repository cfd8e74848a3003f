import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '@/components/ui/IconButton'
import type { ChatMessage } from '@/features/contact/chat/queries'

type MessageActionsProps = { message: ChatMessage; onEdit: (() => void) | null; onDelete: () => void }

/** An agent can edit an agent's message in a chat that they have, and delete an agent's or the customer's. A mouse shows the buttons at its message. */
export function MessageActions({ message, onEdit, onDelete }: MessageActionsProps) {
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
