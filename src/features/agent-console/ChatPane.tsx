import { ArrowLeft } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { IconButton } from '@/components/ui/IconButton'
import { statusWords } from './copy'
import { useAcceptRequest } from './mutations'
import type { AgentRequest, ConsoleChat } from './queries'

type ChatPaneProps = {
  /** Gets the focus when a chat is selected. */
  ref: Ref<HTMLElement>
  isChosen: boolean
  /** The list is up to date: a selected chat that is missing has ended. */
  isKnown: boolean
  chat: ConsoleChat | null
  /** The request for an agent in this chat. */
  request: AgentRequest | null
  actions: ReactNode
  onClose: () => void
  /** Renders the chat. The argument is shown instead of the composer while the agent cannot write. */
  children: (notice: ReactNode) => ReactNode
}

/** The header and frame of the selected chat. */
export function ChatPane({ ref, isChosen, isKnown, chat, request, actions, onClose, children }: ChatPaneProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={chat === null ? 'Conversation' : `Conversation with ${chat.customerName}`}
      className="flex h-full flex-col overflow-hidden rounded bg-page shadow-card outline-none"
    >
      {chat === null ? (
        <Nothing isChosen={isChosen} isKnown={isKnown} onClose={onClose} />
      ) : (
        <>
          <header className="flex items-center gap-2 border-b border-line bg-card px-4 py-2">
            <IconButton label="Back to the list" className="-ml-2 lg:hidden" onClick={onClose}>
              <ArrowLeft aria-hidden />
            </IconButton>
            <div className="min-w-0 flex-1">
              <h2 className="truncate font-semibold">{chat.customerName}</h2>
              <p className="text-sm text-muted">
                {chat.status === 'agent_assigned' && chat.agentName !== null
                  ? `${chat.agentName} is in this chat`
                  : statusWords[chat.status]}
              </p>
            </div>
            {actions}
          </header>
          {children(chat.status === 'agent_assigned' ? null : <Notice chat={chat} request={request} />)}
        </>
      )}
    </section>
  )
}

function Notice({ chat, request }: { chat: ConsoleChat; request: AgentRequest | null }) {
  const { mutate, isPending } = useAcceptRequest()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line bg-card px-4 py-3">
      <p className="text-sm text-muted">
        {chat.status === 'active'
          ? 'The assistant answers here. You can write once the customer has asked for an agent.'
          : `${chat.customerName} waits for an agent.`}
      </p>
      {request !== null && (
        <Button pending={isPending} onClick={() => mutate(request.id)}>
          Accept
        </Button>
      )}
    </div>
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
