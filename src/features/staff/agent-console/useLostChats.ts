import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { logError } from '@/lib/log'
import { toast } from '@/lib/toast'
import { consoleCopy } from './copy'
import { transferKey } from './mutations'
import type { ConsoleChat } from './consoleChat'
import { consoleQueries } from './queries'

/** The agent's own transfer ends within this time. */
const transferMs = 20_000

/** Tells the agent when a colleague has one of their chats now. Undefined: the chats are not known yet. */
export function useLostChats(agentId: string, mine: ConsoleChat[] | undefined) {
  const client = useQueryClient()
  const before = useRef<ConsoleChat[]>([])
  useEffect(() => {
    if (mine === undefined) return
    const gone = before.current.filter(({ id }) => !mine.some((chat) => chat.id === id))
    before.current = mine
    for (const { id } of gone)
      tellIfTaken(client, id, agentId).catch((error: unknown) =>
        logError('A chat that the agent lost could not be read', error),
      )
  }, [mine, agentId, client])
}

async function tellIfTaken(client: QueryClient, chatId: string, agentId: string) {
  const chat = await client.fetchQuery({ ...consoleQueries.chat(chatId), staleTime: 0 })
  // Otherwise it has ended, or the agent released it.
  if (chat?.status !== 'agent_assigned' || chat.agentId === agentId) return
  const given = client
    .getMutationCache()
    .findAll({ mutationKey: transferKey(chatId) })
    .at(-1)?.state
  const hasTransferred = given !== undefined && given.status !== 'error' && Date.now() - given.submittedAt < transferMs
  if (hasTransferred) return
  toast.info(consoleCopy.lost(chat.customerName, chat.agentRealName ?? 'A colleague'))
}
