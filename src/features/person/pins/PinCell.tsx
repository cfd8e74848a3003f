import { Copy, Eye, EyeOff, Send } from 'lucide-react'
import { IconButton } from '@/components/ui/IconButton'
import { noName } from '@/lib/noName'
import { pinCopy } from './copy'
import { useCopyPin, useSendPin, useShowPin } from './mutations'

const look = 'text-muted aria-disabled:opacity-50 lg:size-8!'

type PinCellProps = {
  /** Only super admins can see the PIN of other staff. */
  user: { id: string; fullName: string | null; hasPin: boolean; isPinVisible: boolean }
}

/** The masked PIN with its actions. A hidden PIN (of other staff) can still be sent to its owner. */
export function PinCell({ user }: PinCellProps) {
  const copy = useCopyPin()
  const send = useSendPin()
  const show = useShowPin()
  const { id, hasPin, isPinVisible } = user
  const name = user.fullName ?? noName
  const canRead = hasPin && isPinVisible
  const text = !isPinVisible ? pinCopy.hidden : hasPin ? (show.data ?? pinCopy.masked) : pinCopy.none
  return (
    <div className="flex items-center whitespace-nowrap">
      <span className={canRead ? 'mr-1 w-12 text-name tabular-nums' : 'mr-2 text-muted'}>{text}</span>
      {canRead && (
        <>
          <IconButton
            label={`${show.data === undefined ? 'Show' : 'Hide'} PIN of ${name}`}
            aria-disabled={show.isPending || undefined}
            onClick={() => (show.data === undefined ? show.isPending || show.mutate(id) : show.reset())}
            className={look}
          >
            {show.data === undefined ? (
              <Eye aria-hidden className="size-4" />
            ) : (
              <EyeOff aria-hidden className="size-4" />
            )}
          </IconButton>
          <IconButton
            label={`Copy PIN of ${name}`}
            aria-disabled={copy.isPending || undefined}
            onClick={() => copy.isPending || copy.mutate(id)}
            className={look}
          >
            <Copy aria-hidden className="size-4" />
          </IconButton>
        </>
      )}
      {(hasPin || !isPinVisible) && (
        <IconButton
          label={`Send PIN to inbox of ${name}`}
          aria-disabled={send.isPending || undefined}
          onClick={() => send.isPending || send.mutate(id)}
          className={look}
        >
          <Send aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  )
}
