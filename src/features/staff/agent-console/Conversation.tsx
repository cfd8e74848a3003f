import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useFocusFallback } from '@/components/useFocusFallback'
import { savedTextQueries } from '@/features/staff/saved-texts/queries'
import { AgentChat } from './AgentChat'
import { fillReply } from './fillReply'
import { MessageDialogs } from './MessageDialogs'
import { useMarkChatRead } from './mutations'
import type { ConsoleChat } from './consoleChat'
import { consoleQueries } from './queries'
import { WriteBanner } from './WriteBanner'

type ConversationProps = {
  chat: ConsoleChat
  isMine: boolean
  userId: string
  onTaken: () => void
} & Pick<Parameters<typeof AgentChat>[0], 'wantsNote' | 'onWantsNote' | 'isTaken' | 'onSendAndEnd'>

/** The selected chat: its messages, and what the agent writes to it. */
export function Conversation({ chat, isMine, userId, onTaken, ...composer }: ConversationProps) {
  useFocusFallback()
  const { mutate: markRead } = useMarkChatRead()
  const colleagues = useQuery(consoleQueries.colleagues())
  const savedReplies = useQuery(savedTextQueries.list('reply')).data ?? []
  const requests = useInfiniteQuery(consoleQueries.requests())
  const request = requests.data?.pages.flat().find(({ chatId }) => chatId === chat.id) ?? null
  return (
    <MessageDialogs conversationId={chat.id} isMine={isMine}>
      {(renderActions) => (
        <AgentChat
          {...composer}
          agentId={userId}
          chat={chat}
          banner={isMine ? null : <WriteBanner chat={chat} request={request} onTaken={onTaken} />}
          replies={savedReplies.map((reply) => ({ ...reply, text: fillReply(reply.text, chat) }))}
          nameOf={(agentId) => colleagues.data?.find(({ id }) => id === agentId)?.name}
          renderActions={renderActions}
          onRead={(until) => markRead({ chatId: chat.id, until })}
        />
      )}
    </MessageDialogs>
  )
}
