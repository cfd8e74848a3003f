import { Bot, Headset, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/Button'
import { cn } from '@/lib/cn'
import { timeOfDay } from '@/lib/dates'
import type { Entry } from './toEntries'

type MessageBubbleProps = {
  entry: Entry
  /** The sender's name. */
  name: string
  isOwn: boolean
  onRetry: () => void
  onRemove: () => void
  actions?: ReactNode
}

/** The look of each kind of message. The assistant, agents and the customer differ in more than colour: by icon and name. */
const looks = {
  user: { icon: null, bubble: 'bg-card shadow-card' },
  assistant: { icon: Bot, bubble: 'border border-dashed border-control bg-sunken' },
  agent: { icon: Headset, bubble: 'bg-card shadow-card' },
  note: { icon: StickyNote, bubble: 'border border-care bg-care-soft text-care' },
}

/** A message: the viewer's own on the right, others on the left. An event is a line across. */
export function MessageBubble({ entry, name, isOwn, onRetry, onRemove, actions }: MessageBubbleProps) {
  const { sender, text, createdAt, isEdited, isFirst, unsent } = entry
  if (sender === 'event') return <EventLine text={text} createdAt={createdAt} />
  const { icon: Icon, bubble } = looks[sender]
  return (
    <div className={cn('group flex flex-col', isOwn ? 'items-end' : 'items-start', isFirst ? 'pt-3' : 'pt-1')}>
      <p
        className={cn(
          'flex items-center gap-1 px-1 pb-1 text-caption text-name',
          (!isFirst || (isOwn && sender === 'user')) && 'sr-only',
        )}
      >
        {Icon !== null && <Icon aria-hidden className="size-3.5" />}
        {name}
      </p>
      <p
        className={cn(
          'max-w-[85%] rounded-lg px-4 py-2 wrap-anywhere whitespace-pre-wrap',
          isOwn && sender !== 'note' ? 'bg-line' : bubble,
          unsent !== null && 'opacity-80',
        )}
      >
        {text}
      </p>
      {unsent === null && (
        // The time is at the edge of the bubble: the buttons are often not visible.
        <div className={cn('flex items-center gap-1', isOwn && 'flex-row-reverse')}>
          <time dateTime={createdAt} className="px-1 pt-0.5 text-caption tabular-nums">
            {timeOfDay(createdAt)}
          </time>
          {isEdited && <span className="pt-0.5 text-caption">edited</span>}
          {actions}
        </div>
      )}
      {unsent?.state === 'sending' && <p className="px-1 pt-0.5 text-caption">Sending...</p>}
      {unsent?.state === 'failed' && (
        <div className="flex flex-wrap items-center justify-end gap-x-1 text-small">
          <p className="px-1 text-name text-danger">Not sent</p>
          {unsent.problem && <p className="text-secondary">{unsent.problem}</p>}
          <Button variant="quiet" className="px-3" onClick={onRetry}>
            Try again
          </Button>
          <Button variant="quiet" className="px-3" onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </div>
  )
}

function EventLine({ text, createdAt }: { text: string; createdAt: string }) {
  return (
    <p className="px-1 pt-3 text-center text-caption text-name wrap-anywhere">
      {text} · <time dateTime={createdAt}>{timeOfDay(createdAt)}</time>
    </p>
  )
}
