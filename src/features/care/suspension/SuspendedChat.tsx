import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import {
  chatCopy,
  ChatSkeleton,
  Composer,
  isDuplicate,
  MessageList,
  namesForCustomer,
  openingWords,
  takeOut,
  useOutbox,
} from '@/features/contact/chat/shared'
import { chatDraftName } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { suspensionCopy as copy } from './copy'
import { useWriteWhileSuspended } from './mutations'
import { suspensionQueries, type SuspendedConversation } from './queries'

/** The chat of a suspended customer with the agents. The assistant does not answer in it. */
export function SuspendedChat({ userId }: { userId: string }) {
  const client = useQueryClient()
  const query = useQuery(suspensionQueries.chat(userId))
  const messages = query.data?.messages ?? []
  const outbox = `suspended-chat:${userId}`
  const unsent = useOutbox(outbox, messages)
  const { mutate: send, isPending } = useWriteWhileSuspended(userId, outbox)

  function handleSend(text: string): boolean {
    const isNew = !isDuplicate(text, messages, unsent)
    if (isNew) send({ id: crypto.randomUUID(), text, createdAt: new Date().toISOString(), state: 'sending' })
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
            names={namesForCustomer(chat)}
            typing={null}
            onRetry={send}
            onRemove={({ id }) => takeOut(client, outbox, id)}
          />
        )}
      </Loaded>
      <Composer draft={chatDraftName(userId)} isBusy={isPending} onSend={handleSend} onTyping={() => undefined} />
    </>
  )
}

/** Who answers, and when, until an agent is in the chat. */
function Waiting({ chat: { isWaiting, opensAt, agentName } }: { chat: SuspendedConversation }) {
  if (agentName !== null) return null
  return (
    <div role="status" className="border-b border-line bg-care-soft px-4 py-3 text-small text-care">
      <p className="text-strong">{isWaiting ? (opensAt === null ? chatCopy.waiting : chatCopy.left) : copy.person}</p>
      {opensAt !== null && <p>{isWaiting ? chatCopy.away(openingWords(opensAt)) : copy.back(openingWords(opensAt))}</p>}
    </div>
  )
}
