import { Copy, Send } from 'lucide-react'
import { IconButton } from '@/components/ui/IconButton'
import { userCopy } from './copy'
import { useCopyPin, useSendPin } from './mutations'
import type { User } from './queries'

/** The PIN with its actions. A hidden PIN (of other staff) can still be sent to its owner. */
export function PinCell({ user }: { user: User }) {
  const copy = useCopyPin()
  const send = useSendPin()
  const { id, pin, isPinVisible } = user
  const name = user.fullName ?? userCopy.unnamed
  return (
    <div className="flex items-center whitespace-nowrap">
      <span className={pin === null ? 'mr-2 text-muted' : 'mr-1 font-medium tracking-wide tabular-nums'}>
        {pin ?? (isPinVisible ? userCopy.noPin : userCopy.hiddenPin)}
      </span>
      {pin !== null && (
        <IconButton
          label={`Copy PIN of ${name}`}
          aria-disabled={copy.isPending || undefined}
          onClick={() => copy.isPending || copy.mutate({ userId: id, pin })}
          className="text-muted aria-disabled:opacity-50"
        >
          <Copy aria-hidden className="size-4" />
        </IconButton>
      )}
      {(pin !== null || !isPinVisible) && (
        <IconButton
          label={`Send PIN to inbox of ${name}`}
          aria-disabled={send.isPending || undefined}
          onClick={() => send.isPending || send.mutate(id)}
          className="text-muted aria-disabled:opacity-50"
        >
          <Send aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  )
}
