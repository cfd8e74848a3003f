import { ArrowLeft } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { IconButton } from '@/components/ui/IconButton'
import type { ConsoleChat } from './consoleChat'

type ChatPaneProps = {
  /** Gets the focus when a chat is selected. */
  ref: Ref<HTMLElement>
  isChosen: boolean
  /** The chat was read: null means that it has ended. */
  isKnown: boolean
  chat: ConsoleChat | null
  /** Who has the chat. */
  holder: string
  /** Above the customer's name. */
  above: ReactNode
  actions: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The header and frame of the selected chat. */
export function ChatPane({ ref, isChosen, isKnown, chat, holder, above, actions, onClose, children }: ChatPaneProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={chat === null ? 'Conversation' : `Conversation with ${chat.customerName}`}
      className="flex h-full flex-col overflow-hidden rounded border border-line bg-page shadow-card outline-none"
    >
      {chat === null ? (
        <Nothing isChosen={isChosen} isKnown={isKnown} onClose={onClose} />
      ) : (
        <>
          <header className="flex flex-wrap items-center gap-2 border-b border-line bg-card px-4 py-2">
            <IconButton label="Back to the list" className="-ml-2 lg:hidden" onClick={onClose}>
              <ArrowLeft aria-hidden />
            </IconButton>
            <div className="min-w-0 flex-1 basis-36">
              {above}
              <h2 className="truncate text-section">{chat.customerName}</h2>
              <p className="truncate text-secondary">{holder}</p>
            </div>
            {actions}
          </header>
          {children}
        </>
      )}
    </section>
  )
}

function Nothing({ isChosen, isKnown, onClose }: Pick<ChatPaneProps, 'isChosen' | 'isKnown' | 'onClose'>) {
  if (isChosen && !isKnown) return <Skeleton className="m-4 flex-1" />
  return (
    <div className="m-auto space-y-3 p-6 text-center text-muted">
      <p>{isChosen ? 'This chat has ended.' : 'Choose a conversation to read and answer it here.'}</p>
      {isChosen && (
        <Button variant="secondary" onClick={onClose}>
          Back to the list
        </Button>
      )}
    </div>
  )
}
