import { Trash2 } from 'lucide-react'
import { Initials } from '@/components/Initials'
import { Money } from '@/components/Money'
import { ShortText } from '@/components/ShortText'
import { IconButton } from '@/components/ui/IconButton'
import { formatDenseDateTime } from '@/lib/dates'

type MoneyRowProps = {
  name: string
  reference: string | null
  at: string
  /** The amount in pence. */
  amount: number
  direction: 'in' | 'out'
  /** A status under the amount. */
  note?: string
  /** Without it, the row cannot be deleted. */
  onDelete?: () => void
}

/** A row with an amount, with a delete button if it can be deleted. */
export function MoneyRow({ name, reference, at, amount, direction, note, onDelete }: MoneyRowProps) {
  const when = formatDenseDateTime(at)
  return (
    // The browser skips drawing the rows of a long list that are far from the screen.
    <li className="flex min-h-17 items-center gap-1 py-2.5 pr-2 pl-4 [contain-intrinsic-block-size:auto_5.5rem] [content-visibility:auto]">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <Initials name={name} />
        <div className="min-w-0 flex-1 basis-36">
          <ShortText className="text-name">{name}</ShortText>
          {reference !== null && <ShortText className="text-secondary">{reference}</ShortText>}
          <p className="text-secondary">
            <time dateTime={at}>{when}</time>
          </p>
        </div>
        <div className="ml-auto text-right">
          <Money pence={amount} direction={direction} className="block text-amount" />
          {note !== undefined && <p className="text-label text-incoming">{note}</p>}
        </div>
      </div>
      {onDelete === undefined ? (
        <span className="w-1" />
      ) : (
        <IconButton label={`Delete ${name}, ${when}`} onClick={onDelete} className="shrink-0 text-muted">
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      )}
    </li>
  )
}
