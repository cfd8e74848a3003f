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

/** A message: the viewer's own on the right, others on the left. */
export function MessageBubble({ entry, name, isOwn, onRetry, onRemove, actions }: MessageBubbleProps) {
  const { text, createdAt, isFirst, unsent } = entry
  return (
    <div className={cn('flex flex-col', isOwn ? 'items-end' : 'items-start', isFirst ? 'pt-3' : 'pt-1')}>
      <p className={cn('px-1 pb-1 text-xs font-medium text-muted', (!isFirst || isOwn) && 'sr-only')}>{name}</p>
      <p
        className={cn(
          'max-w-[85%] rounded-lg px-4 py-2 wrap-anywhere whitespace-pre-wrap',
          isOwn ? 'bg-brand text-on-brand' : 'bg-card shadow-card',
          unsent !== null && 'opacity-80',
        )}
      >
        {text}
      </p>
      {unsent === null && (
        <div className="flex items-center gap-1">
          <time dateTime={createdAt} className="px-1 pt-0.5 text-xs text-muted tabular-nums">
            {timeOfDay(createdAt)}
          </time>
          {actions}
        </div>
      )}
      {unsent?.state === 'sending' && <p className="px-1 pt-0.5 text-xs text-muted">Sending...</p>}
      {unsent?.state === 'failed' && (
        <div className="flex flex-wrap items-center justify-end gap-x-1 text-sm">
          <p className="px-1 font-medium text-danger">Not sent</p>
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
