import { useRef, type RefObject } from 'react'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Popover } from '@/components/ui/Popover'
import { notificationCopy } from './copy'
import { NotificationRow } from './NotificationRow'
import type { useMailbox } from './useMailbox'

type MailboxPopoverProps = {
  anchor: RefObject<HTMLElement | null>
  mailbox: ReturnType<typeof useMailbox>
  onClose: () => void
}

export function MailboxPopover({ anchor, mailbox, onClose }: MailboxPopoverProps) {
  const { query, notifications, markRead, clear } = mailbox
  const content = useRef<HTMLDivElement>(null)

  const handleClear = () => {
    // The button is removed with the list.
    content.current?.focus()
    clear()
  }

  return (
    <Popover anchor={anchor} title="Mailbox" onClose={onClose}>
      <div ref={content} tabIndex={-1} className="flex min-h-0 flex-col outline-none">
        {notifications.length > 0 && (
          <div className="flex flex-wrap px-1">
            <Button variant="quiet" className="px-4 text-small" onClick={() => markRead(notifications)}>
              Mark all read
            </Button>
            <Button variant="quiet" className="px-4 text-small" onClick={handleClear}>
              Clear all
            </Button>
          </div>
        )}
        {/* A longer list scrolls below the buttons. */}
        <div className="max-h-[400px] overflow-y-auto overscroll-contain rounded-b-lg border-t border-line">
          <Loaded query={query} what="your notifications" skeleton={<MailboxSkeleton />}>
            {() =>
              notifications.length === 0 ? (
                <div className="p-4">
                  <EmptyState title={notificationCopy.empty.title}>
                    <p>{notificationCopy.empty.text}</p>
                  </EmptyState>
                </div>
              ) : (
                <ul className="divide-y divide-line">
                  {notifications.map((notification) => (
                    <NotificationRow
                      key={notification.id}
                      notification={notification}
                      onRead={() => markRead([notification])}
                      onLeave={onClose}
                    />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </div>
      </div>
    </Popover>
  )
}

function MailboxSkeleton() {
  return (
    <div className="space-y-5 p-5">
      {[1, 2, 3].map((row) => (
        <div key={row} className="space-y-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  )
}
