import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/Button'
import { EarlierMessages } from './EarlierMessages'
import { MessageBubble } from './MessageBubble'
import { useLoadEarlier } from './mutations'
import type { ChatHistory, ChatMessage, Sender } from './queries'
import type { Viewpoint } from './realtime'
import type { Unsent } from './outbox'
import { toEntries } from './toEntries'
import { useKeptFocus } from './useKeptFocus'
import { useReadingPlace } from './useReadingPlace'
import { useReadMark } from './useReadMark'

type MessageListProps = {
  /** The chat's id; null before the first message. */
  chat: string | null
  history: ChatHistory
  unsent: Unsent[]
  viewpoint: Viewpoint
  names: Record<Sender, string>
  /** The participant who is typing. */
  typing: Sender | null
  onRetry: (message: Unsent) => void
  onRemove: (message: Unsent) => void
  /** The buttons of a stored message. */
  renderActions?: (message: ChatMessage) => ReactNode
  /** What is below a stored message. */
  renderBelow?: (message: ChatMessage) => ReactNode
  /** Shown below the last message. */
  children?: ReactNode
}

/** The messages of a chat. It scrolls to new messages unless the user has scrolled up. */
export function MessageList({ chat, history, unsent, viewpoint, names, typing, ...rest }: MessageListProps) {
  const isOwn = ({ sender }: Pick<ChatMessage, 'sender'>) => (sender === 'user') === (viewpoint === 'user')
  const entries = toEntries(history.messages, unsent, viewpoint)
  const { scroller, content, isAtEnd, scrollToEnd } = useReadingPlace(unsent.at(-1)?.id ?? null)
  useKeptFocus(scroller)
  const earlier = useLoadEarlier(chat)
  const oldest = history.messages[0]
  const { line, unreadCount } = useReadMark({ chat, messages: history.messages, isAtEnd, isOwn })

  function handleShowNew() {
    scrollToEnd()
    // The pressed button is removed.
    scroller.current?.focus()
  }

  return (
    <div className="relative min-h-56 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        aria-busy={earlier.isPending}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
        tabIndex={0}
        className="absolute inset-0 overflow-y-auto overscroll-contain px-4 pb-3 focus-visible:-outline-offset-3 [overflow-anchor:none]"
      >
        <div ref={content} className="flex min-h-full flex-col justify-end">
          {history.hasEarlier && oldest !== undefined && (
            <EarlierMessages
              scroller={scroller}
              isLoading={earlier.isPending}
              error={earlier.error}
              onLoad={() => earlier.mutate(oldest)}
            />
          )}
          <ol>
            {entries.map((entry) => (
              <li key={entry.id}>
                {entry.day !== null && <Divider>{entry.day}</Divider>}
                {entry.id === line && <Divider isNew>New messages</Divider>}
                <MessageBubble
                  entry={entry}
                  name={entry.senderName ?? names[entry.sender]}
                  isOwn={isOwn(entry)}
                  onRetry={() => entry.unsent !== null && rest.onRetry(entry.unsent)}
                  onRemove={() => entry.unsent !== null && rest.onRemove(entry.unsent)}
                  actions={rest.renderActions?.(entry)}
                />
                {rest.renderBelow?.(entry)}
              </li>
            ))}
          </ol>
          {typing !== null && <TypingDots name={names[typing]} />}
          {rest.children}
        </div>
      </div>
      {!isAtEnd && unreadCount > 0 && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <Button onClick={handleShowNew} className="rounded-full shadow-card">
            New messages
            <ArrowDown aria-hidden className="size-4" />
          </Button>
        </div>
      )}
    </div>
  )
}

function Divider({ isNew = false, children }: { isNew?: boolean; children: ReactNode }) {
  const tone = isNew ? 'text-ink' : ''
  return (
    <p className={`flex items-center gap-3 pt-4 text-caption text-name ${tone}`}>
      <span aria-hidden className="h-px flex-1 bg-line" />
      {children}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </p>
  )
}

/** The typing indicator. */
function TypingDots({ name }: { name: string }) {
  return (
    <div className="flex pt-3">
      <p className="sr-only">{name} is typing</p>
      <div aria-hidden className="flex gap-1 rounded-lg bg-card px-4 py-4 shadow-card">
        {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
          <span key={delay} className={`size-2 animate-bounce rounded-full bg-muted ${delay}`} />
        ))}
      </div>
    </div>
  )
}
