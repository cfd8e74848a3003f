import { Mail } from 'lucide-react'
import { startTransition, useId, useRef, useState } from 'react'
import { Badge } from '@/components/Badge'
import { LoadingBar } from '@/components/LoadingBar'
import { lazyPart } from '@/lib/lazyPart'
import { useLiveNotes } from './realtime'
import { useMailbox } from './useMailbox'

const MailboxPopover = lazyPart(async () => (await import('./MailboxPopover')).MailboxPopover, <LoadingBar />)

/** The mailbox button with the number of unread notifications. */
export function Mailbox({ userId }: { userId: string }) {
  useLiveNotes(userId)
  const mailbox = useMailbox(userId)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const badgeId = useId()
  const unread = mailbox.notifications.filter(({ read }) => !read).length

  return (
    <>
      <button
        ref={button}
        type="button"
        data-tooltip="Mailbox"
        aria-describedby={unread > 0 ? badgeId : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        // React responds to the tap first and renders the list in a transition.
        onClick={() => startTransition(() => setIsOpen(!isOpen))}
        className="relative inline-flex size-11 items-center justify-center rounded-full hover:bg-brand-soft"
      >
        <Mail aria-hidden className="size-6" />
        <span className="sr-only">Mailbox</span>
        <Badge count={unread} of="unread" id={badgeId} className="absolute top-0.5 left-5.5 ring-2 ring-page" />
      </button>
      {isOpen && <MailboxPopover anchor={button} mailbox={mailbox} onClose={() => setIsOpen(false)} />}
    </>
  )
}
