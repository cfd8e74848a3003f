import { ArrowLeftRight, CreditCard, FileText, Landmark, MessageSquare, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/cn'
import { formatBriefDateTime } from '@/lib/dates'
import { paths } from '@/lib/paths'
import type { Notification } from './toNotifications'

type NotificationRowProps = { notification: Notification; onRead: () => void; onLeave: () => void }

/** The link of a notification. A note from the bank has none. */
const ways: Record<Notification['type'], { icon: LucideIcon; to: string | null }> = {
  transaction: { icon: ArrowLeftRight, to: paths.transactions },
  chat: { icon: MessageSquare, to: paths.chat },
  note: { icon: Landmark, to: null },
  card: { icon: CreditCard, to: paths.cards },
  case: { icon: FileText, to: paths.cases },
}

const look =
  'flex w-full gap-3 px-5 py-3 text-left transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3'

export function NotificationRow({ notification, onRead, onLeave }: NotificationRowProps) {
  const { to } = ways[notification.type]

  function handleFollow() {
    onRead()
    onLeave()
  }

  return (
    <li>
      {to === null ? (
        <button type="button" onClick={onRead} className={look}>
          <Content notification={notification} />
        </button>
      ) : (
        <Link to={to} onClick={handleFollow} className={look}>
          <Content notification={notification} />
        </Link>
      )}
    </li>
  )
}

function Content({ notification: { type, title, message, timestamp, read, action } }: { notification: Notification }) {
  const { icon: Icon } = ways[type]
  return (
    <>
      <span
        className={cn(
          'mt-0.5 inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-sunken',
          read && 'text-muted',
        )}
      >
        <Icon aria-hidden className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1 text-small">
        <span className={cn('block', !read && 'text-strong')}>
          {!read && <span className="sr-only">Unread: </span>}
          {title}
        </span>
        {/* A long name: the list of transactions shows it whole. Other messages are shown only here. */}
        <span className={cn('wrap-anywhere', type === 'transaction' ? 'line-clamp-2' : 'block')}>{message}</span>
        {action !== undefined && <span className="block text-strong text-brand">{action}</span>}
        <time dateTime={timestamp} className="block text-caption">
          {formatBriefDateTime(timestamp)}
        </time>
      </span>
      <span aria-hidden className={cn('mt-2 size-2 shrink-0 rounded-full', !read && 'bg-ink')} />
    </>
  )
}
