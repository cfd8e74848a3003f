import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { noSearch } from '@/lib/search'
import { consoleQueries } from './queries'

/** The number of customers who are waiting for an agent. Null: not known yet, or the user may not answer them. */
export function useWaitingChats(agentId: string, isAllowed: boolean): number | null {
  const client = useQueryClient()
  const waiting = useQuery({ ...consoleQueries.waiting(), enabled: isAllowed })
  useTableChanges({
    channel: 'waiting-chats',
    whileHidden: true,
    changes: isAllowed
      ? [
          { table: 'agent_requests' },
          // A colleague gives the agent a chat.
          { table: 'chat_conversations', event: 'UPDATE', filter: `assigned_admin_id=eq.${agentId}` },
        ]
      : [],
    onStale: () => {
      void client.invalidateQueries({ queryKey: consoleQueries.waiting().queryKey })
      void client.invalidateQueries({ queryKey: consoleQueries.list('mine', noSearch).queryKey })
    },
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
