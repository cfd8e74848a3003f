import { cn } from '@/lib/cn'
import type { QuickText, useReplyMenu } from './useReplyMenu'

type ReplyMenuProps = { menu: ReturnType<typeof useReplyMenu>; onChoose: (reply: QuickText) => void }

/** The saved replies above the composer. The focus stays in the composer, whose arrow keys choose. */
export function ReplyMenu({ menu: { matches, index, listId, optionId }, onChoose }: ReplyMenuProps) {
  if (matches.length === 0) return null
  return (
    <div
      role="listbox"
      id={listId}
      aria-label="Saved replies"
      className="mb-2 max-h-48 overflow-y-auto rounded border border-line bg-card shadow-card"
    >
      {matches.map((reply, nth) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are the composer's
        <div
          key={reply.id}
          role="option"
          id={optionId(nth)}
          aria-selected={nth === index}
          // The composer keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(reply)}
          className={cn('cursor-pointer px-3 py-2 text-sm', nth === index ? 'bg-brand-soft' : 'hover:bg-page')}
        >
          <span className="font-medium">/{reply.shortcut}</span>
          <span className="line-clamp-1 text-muted">{reply.text}</span>
        </div>
      ))}
    </div>
  )
}
