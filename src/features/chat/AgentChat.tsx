import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { brand } from '@/brand'
import { Loaded } from '@/components/Loaded'
import { ChatSkeleton } from './ChatSkeleton'
import { Composer } from './Composer'
import { MessageList } from './MessageList'
import { useSendAsAgent } from './mutations'
import { takeOut, useOutbox } from './outbox'
import { chatQueries, type ChatMessage } from './queries'
import { useLiveMessages, useTyping } from './realtime'

type AgentChatProps = {
  agentId: string
  chat: { id: string; customerName: string; agentName: string | null }
  /** Shown instead of the composer while the agent cannot write. */
  notice: ReactNode
  /** The buttons of a message. */
  renderActions: (message: ChatMessage) => ReactNode
  /** Called with the time of the newest message on the screen. */
  onRead: (until: string) => void
}

/** A customer's chat as an agent sees it. Give it the chat's id as key, because it holds the draft. */
export function AgentChat({ agentId, chat, notice, renderActions, onRead }: AgentChatProps) {
  const client = useQueryClient()
  const outbox = `agent:${agentId}:${chat.id}`
  const query = useQuery(chatQueries.messages(chat.id))
  const messages = query.data?.messages ?? []
  const unsent = useOutbox(outbox, messages)
  const { mutate: send } = useSendAsAgent(agentId, chat.id, outbox)
  const typing = useTyping({
    conversationId: chat.id,
    viewpoint: 'agent',
    newestId: messages.findLast(({ sender }) => sender === 'user')?.id,
  })
  useLiveMessages(chat.id)
  useReading(messages.at(-1)?.createdAt ?? null, onRead)

  function say(text: string): boolean {
    send({ id: crypto.randomUUID(), text, createdAt: new Date().toISOString(), state: 'sending' })
    return true
  }

  return (
    <>
      <Loaded query={query} what="the messages" skeleton={<ChatSkeleton />}>
        {(history) => (
          <MessageList
            chat={chat.id}
            history={history}
            unsent={unsent}
            viewpoint="agent"
            names={{
              user: chat.customerName,
              assistant: `${brand.assistantName}, the assistant`,
              agent: chat.agentName ?? 'Agent',
            }}
            typing={typing.isOtherTyping ? 'user' : null}
            onRetry={(message) => send(message)}
            onRemove={(message) => takeOut(client, outbox, message.id)}
            renderActions={renderActions}
          />
        )}
      </Loaded>
      {notice ?? <Composer draft={outbox} isBusy={false} onSend={say} onTyping={typing.sendTyping} />}
    </>
  )
}

/** Reports the newest message as read, but only while the page is visible. */
function useReading(newest: string | null, onRead: (until: string) => void) {
  const reported = useRef<string | null>(null)
  const report = useEffectEvent((until: string | null) => {
    if (until === null || until === reported.current || document.visibilityState !== 'visible') return
    reported.current = until
    onRead(until)
  })
  useEffect(() => {
    report(newest)
    const handleReturn = () => report(newest)
    document.addEventListener('visibilitychange', handleReturn)
    return () => document.removeEventListener('visibilitychange', handleReturn)
  }, [newest])
}
