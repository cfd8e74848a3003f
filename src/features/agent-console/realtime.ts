import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { consoleQueries } from './queries'

/** The number of customers who are waiting for an agent. Null: not known yet, or the user may not answer them. */
export function useWaitingChats(isAllowed: boolean): number | null {
  const client = useQueryClient()
  const { queryKey } = consoleQueries.waiting()
  const waiting = useQuery({ ...consoleQueries.waiting(), enabled: isAllowed })
  useTableChanges({
    channel: 'waiting-chats',
    changes: isAllowed ? [{ table: 'agent_requests' }] : [],
    onStale: () => void client.invalidateQueries({ queryKey }),
  })
  return isAllowed ? (waiting.data?.count ?? null) : null
}

/** Refetches the queue, the lists and the open chat when a chat, a message or a request changes. */
export function useLiveConsole() {
  const client = useQueryClient()
  useTableChanges({
    channel: 'agent-console',
    changes: [{ table: 'agent_requests' }, { table: 'chat_conversations' }, { table: 'chat_messages' }],
    onStale: () => void client.invalidateQueries({ queryKey: consoleQueries.live }),
  })
}
