import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { brand } from '@/brand'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Loaded } from '@/components/Loaded'
import { ChatSkeleton } from './ChatSkeleton'
import { Composer } from './Composer'
import { EditMessageDialog } from './EditMessageDialog'
import { MessageActions } from './MessageActions'
import { MessageList } from './MessageList'
import { useDeleteMessage, useSendAsAgent } from './mutations'
import { takeOut, useOutbox } from './outbox'
import { chatQueries, type ChatMessage } from './queries'
import { useLiveMessages, useTyping } from './realtime'

type AgentChatProps = {
  agentId: string
  chat: { id: string; customerName: string; agentName: string | null }
  /** What stands below when the agent has no say yet. Null: the agent may write. */
  notice: ReactNode
  /** Called with the moment of the newest message that is on the screen. */
  onRead: (until: string) => void
}

/** A customer's chat as an agent sees it. To be keyed by the chat: what is typed belongs to it. */
export function AgentChat({ agentId, chat, notice, onRead }: AgentChatProps) {
  const client = useQueryClient()
  const outbox = `agent:${agentId}:${chat.id}`
  const query = useQuery(chatQueries.messages(chat.id))
  const messages = query.data?.messages ?? []
  const unsent = useOutbox(outbox, messages)
  const { mutate: send } = useSendAsAgent(agentId, chat.id, outbox)
  const [editing, setEditing] = useState<ChatMessage | null>(null)
  const [deleting, setDeleting] = useState<ChatMessage | null>(null)
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
            renderActions={(message) => (
              <MessageActions
                message={message}
                onEdit={() => setEditing(message)}
                onDelete={() => setDeleting(message)}
              />
            )}
          />
        )}
      </Loaded>
      {notice ?? <Composer draft={outbox} isBusy={false} onSend={say} onTyping={typing.tellTyping} />}
      {editing !== null && (
        <EditMessageDialog conversationId={chat.id} message={editing} onClose={() => setEditing(null)} />
      )}
      {deleting !== null && (
        <DeleteMessage conversationId={chat.id} message={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

type DeleteMessageProps = { conversationId: string; message: ChatMessage; onClose: () => void }

function DeleteMessage({ conversationId, message, onClose }: DeleteMessageProps) {
  const { mutate, isPending } = useDeleteMessage(conversationId)
  return (
    <ConfirmDialog
      title="Delete this message?"
      text="It disappears for the customer and for every agent."
      confirmLabel="Delete"
      pending={isPending}
      onConfirm={() => mutate(message.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

/** Tells what has been seen: in a window that nobody looks at, nothing is. */
function useReading(newest: string | null, onRead: (until: string) => void) {
  const told = useRef<string | null>(null)
  const tell = useEffectEvent((until: string | null) => {
    if (until === null || until === told.current || document.visibilityState !== 'visible') return
    told.current = until
    onRead(until)
  })
  useEffect(() => {
    tell(newest)
    const handleReturn = () => tell(newest)
    document.addEventListener('visibilitychange', handleReturn)
    return () => document.removeEventListener('visibilitychange', handleReturn)
  }, [newest])
}
