import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Money } from '@/components/Money'
import { IconButton } from '@/components/ui/IconButton'
import { cn } from '@/lib/cn'
import type { Recipient } from './queries'
import { useSwipe } from './useSwipe'

type RecipientRowProps = { recipient: Recipient; onSelect: () => void; onDelete: () => void }

/** A press selects the recipient. A swipe shows a large delete button, for touch; the small one is always shown. */
export function RecipientRow({ recipient, onSelect, onDelete }: RecipientRowProps) {
  const { holderName, sortCode, accountNumber, lastPayment } = recipient
  const [isOpen, setIsOpen] = useState(false)
  const { shift, handlers } = useSwipe(isOpen, setIsOpen)
  return (
    <li className={cn('relative overflow-hidden', (isOpen || shift !== 0) && 'bg-danger')}>
      <div
        {...handlers}
        className={cn(
          'flex touch-pan-y items-center bg-card pr-2',
          shift === 0 && 'transition-transform',
          isOpen && '-translate-x-24',
        )}
        style={shift === 0 ? undefined : { translate: `clamp(-6rem, ${isOpen ? '-6rem + ' : ''}${shift}px, 0px)` }}
      >
        <button
          type="button"
          onClick={onSelect}
          className="min-h-17 min-w-0 flex-1 px-4 py-2.5 text-left transition-colors select-none hover:bg-brand-soft focus-visible:-outline-offset-3"
        >
          <span className="block font-medium wrap-anywhere">{holderName}</span>{' '}
          <span className="block text-sm text-muted tabular-nums">
            <span className="inline-block">{sortCode}</span> <span className="inline-block">{accountNumber}</span>
          </span>{' '}
          {lastPayment !== null && (
            <span className="block text-sm text-muted">
              Last payment: <Money pence={lastPayment} />
            </span>
          )}
        </button>
        {!isOpen && (
          <IconButton label={`Delete ${holderName}`} onClick={onDelete} className="shrink-0 text-muted">
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      {isOpen && (
        <button
          type="button"
          aria-label={`Delete ${holderName}`}
          onClick={onDelete}
          className="absolute inset-y-0 right-0 w-24 bg-danger font-semibold text-on-danger focus-visible:-outline-offset-3 focus-visible:outline-on-danger"
        >
          Delete
        </button>
      )}
    </li>
  )
}
