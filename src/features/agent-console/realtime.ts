import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime'
import { consoleQueries } from './queries'

/** Refetches both lists when a chat, a message or a request changes. */
export function useLiveConsole() {
  const client = useQueryClient()
  useTableChanges({
    channel: 'agent-console',
    changes: [{ table: 'agent_requests' }, { table: 'chat_conversations' }, { table: 'chat_messages' }],
    onStale: () => void client.invalidateQueries({ queryKey: consoleQueries.all }),
  })
}
