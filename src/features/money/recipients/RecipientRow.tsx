import { Ellipsis, Star } from 'lucide-react'
import { useState } from 'react'
import { Initials } from '@/components/Initials'
import { Money } from '@/components/Money'
import { useIsSelectedRow } from '@/components/selectedRow'
import { ShortText } from '@/components/ShortText'
import { IconButton } from '@/components/ui/IconButton'
import { cn } from '@/lib/cn'
import type { Recipient } from './queries'
import { useSwipe } from './useSwipe'

type RecipientRowProps = { recipient: Recipient; onSelect: () => void; onMore: () => void; onDelete: () => void }

/** A press selects the recipient. A swipe shows a delete button, for touch; the menu contains every action. */
export function RecipientRow({ recipient, onSelect, onMore, onDelete }: RecipientRowProps) {
  const { holderName, nickname, isFavourite, sortCode, accountNumber, lastPayment } = recipient
  const name = nickname ?? holderName
  const [isOpen, setIsOpen] = useState(false)
  const isSelected = useIsSelectedRow(recipient.id)
  const { shift, handlers } = useSwipe(isOpen, setIsOpen)
  return (
    <li
      aria-current={isSelected || undefined}
      className={cn('group relative overflow-hidden', (isOpen || shift !== 0) && 'bg-danger')}
    >
      <div
        {...handlers}
        className={cn(
          'flex touch-pan-y items-center bg-card pr-2 group-aria-[current=true]:bg-brand-soft',
          shift === 0 && 'transition-transform',
          isOpen && '-translate-x-24',
        )}
        style={shift === 0 ? undefined : { translate: `clamp(-6rem, ${isOpen ? '-6rem + ' : ''}${shift}px, 0px)` }}
      >
        <button
          type="button"
          onClick={onSelect}
          className="flex min-h-17 min-w-0 flex-1 items-center gap-3 px-4 py-2.5 text-left transition-colors select-none hover:bg-brand-soft focus-visible:-outline-offset-3"
        >
          <Initials name={name} />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-1.5">
              <ShortText className="min-w-0 text-name">{name}</ShortText>{' '}
              {isFavourite && (
                <span className="shrink-0 text-muted">
                  <Star aria-hidden className="size-4 fill-current" />
                  <span className="sr-only">Favourite</span>
                </span>
              )}
            </span>{' '}
            {nickname !== null && <ShortText className="text-secondary">{holderName}</ShortText>}{' '}
            <span className="block text-secondary tabular-nums">
              <span className="mr-2 inline-block">{sortCode}</span>{' '}
              <span className="inline-block">{accountNumber}</span>
            </span>{' '}
            {lastPayment !== null && (
              <span className="block text-secondary">
                Last payment: <Money pence={lastPayment} />
              </span>
            )}
          </span>
        </button>
        {!isOpen && (
          <IconButton
            label={`More for ${name}`}
            aria-haspopup="dialog"
            onClick={onMore}
            className="shrink-0 text-muted"
          >
            <Ellipsis aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      {isOpen && (
        <button
          type="button"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
          className="absolute inset-y-0 right-0 w-24 bg-danger text-strong text-on-danger focus-visible:-outline-offset-3 focus-visible:outline-on-danger"
        >
          Delete
        </button>
      )}
    </li>
  )
}
