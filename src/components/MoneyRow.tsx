import { Trash2 } from 'lucide-react'
import { Money } from '@/components/Money'
import { IconButton } from '@/components/ui/IconButton'
import { formatDenseDateTime } from '@/lib/dates'

type MoneyRowProps = {
  name: string
  reference: string | null
  at: string
  /** In pence. */
  amount: number
  direction: 'in' | 'out'
  /** A status under the amount. */
  note?: string
  /** Left out: it cannot be deleted. */
  onDelete?: () => void
}

/** A row with an amount, with a delete button if it can be deleted. */
export function MoneyRow({ name, reference, at, amount, direction, note, onDelete }: MoneyRowProps) {
  const when = formatDenseDateTime(at)
  return (
    // The browser skips drawing the rows of a long list that are far from the screen.
    <li className="flex min-h-17 items-center gap-1 py-2.5 pr-2 pl-4 [contain-intrinsic-block-size:auto_5.5rem] [content-visibility:auto]">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <div className="min-w-0 flex-1 basis-36">
          <p className="font-medium wrap-anywhere">{name}</p>
          {reference !== null && <p className="text-sm text-muted wrap-anywhere">{reference}</p>}
          <p className="text-sm text-muted">
            <time dateTime={at}>{when}</time>
          </p>
        </div>
        <div className="ml-auto text-right">
          <Money pence={amount} direction={direction} className="block font-semibold" />
          {note !== undefined && <p className="text-sm font-medium text-incoming">{note}</p>}
        </div>
      </div>
      {onDelete === undefined ? (
        <span className="w-2" />
      ) : (
        <IconButton label={`Delete ${name}, ${when}`} onClick={onDelete} className="shrink-0 text-muted">
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      )}
    </li>
  )
}
