import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '@/components/Loaded'
import {
  chatCopy,
  ChatSkeleton,
  Composer,
  isDuplicate,
  MessageList,
  namesForCustomer,
  openingWords,
  type Unsent,
} from '@/features/chat/shared'
import { messageOf, refusalOf } from '@/lib/errors'
import { chatDraftName } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { suspensionCopy as copy } from './copy'
import { useWriteWhileSuspended } from './mutations'
import { suspensionQueries, type SuspendedConversation } from './queries'

/** The chat of a suspended customer with the agents. The assistant does not answer in it. */
export function SuspendedChat({ userId }: { userId: string }) {
  const query = useQuery(suspensionQueries.chat(userId))
  const write = useWriteWhileSuspended(userId)
  const [sent, setSent] = useState<Unsent[]>([])
  const messages = query.data?.messages ?? []
  const unsent = sent.filter(({ id }) => !messages.some((message) => message.id === id))

  function send(message: Pick<Unsent, 'id' | 'text' | 'createdAt'>) {
    const others = (current: Unsent[]) => current.filter(({ id }) => id !== message.id)
    setSent((current) => [...others(current), { ...message, state: 'sending' }])
    write.mutate(message, {
      onError: (error) =>
        setSent((current) => [
          ...others(current),
          { ...message, state: 'failed', problem: refusalOf(error) === null ? null : messageOf(error) },
        ]),
    })
  }

  function handleSend(text: string): boolean {
    const isNew = !isDuplicate(text, messages, unsent)
    if (isNew) send({ id: crypto.randomUUID(), text, createdAt: new Date().toISOString() })
    else toast.error(chatCopy.duplicate)
    return isNew
  }

  return (
    <>
      {query.data !== undefined && <Waiting chat={query.data} />}
      <Loaded query={query} what="your messages" skeleton={<ChatSkeleton />}>
        {(chat) => (
          <MessageList
            chat={null}
            history={{ messages: chat.messages, hasEarlier: false }}
            unsent={unsent}
            viewpoint="user"
            names={namesForCustomer(chat.agentName)}
            typing={null}
            onRetry={send}
            onRemove={({ id }) => setSent((current) => current.filter((message) => message.id !== id))}
          />
        )}
      </Loaded>
      <Composer draft={chatDraftName(userId)} isBusy={write.isPending} onSend={handleSend} onTyping={() => undefined} />
    </>
  )
}

/** Who answers, and when, until an agent is in the chat. */
function Waiting({ chat: { isWaiting, opensAt, agentName } }: { chat: SuspendedConversation }) {
  if (agentName !== null) return null
  return (
    <div role="status" className="border-b border-line bg-care-soft px-4 py-3 text-sm text-care">
      <p className="font-semibold">{isWaiting ? (opensAt === null ? chatCopy.waiting : chatCopy.left) : copy.person}</p>
      {opensAt !== null && <p>{isWaiting ? chatCopy.away(openingWords(opensAt)) : copy.back(openingWords(opensAt))}</p>}
    </div>
  )
}
