import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { logError } from '@/lib/log'
import { noSearch } from '@/lib/search'
import { toast } from '@/lib/toast'
import { alertAgent } from './agentAlert'
import { consoleCopy } from './copy'
import { takeKey } from './mutations'
import type { ConsoleChat } from './consoleChat'
import { consoleQueries } from './queries'

/** The agent's own accept or takeover ends within this time. */
const takeMs = 20_000

/** Tells the agent, on whichever staff screen, that a colleague has given them a chat. */
export function useReceivedChats(isAgent: boolean, onOpen: (chatId: string) => void) {
  const client = useQueryClient()
  const mine = useInfiniteQuery({ ...consoleQueries.list('mine', noSearch), enabled: isAgent }).data
  const before = useRef<ReadonlySet<string> | null>(null)
  const tell = useEffectEvent(({ id, customerName }: ConsoleChat) => {
    const words = consoleCopy.received(customerName)
    toast.info(words)
    alertAgent(words.text, () => onOpen(id)).catch((error: unknown) =>
      logError('The alert for a received chat failed', error),
    )
  })
  useEffect(() => {
    if (mine === undefined) return
    const chats = mine.pages.flat()
    const known = before.current
    before.current = new Set(chats.map(({ id }) => id))
    if (known === null) return
    for (const chat of chats) if (!known.has(chat.id) && !hasTaken(client, chat.id)) tell(chat)
  }, [mine, client])
}

/** Whether the agent has accepted this chat or taken it over in this tab. */
function hasTaken(client: QueryClient, chatId: string): boolean {
  return client
    .getMutationCache()
    .findAll({ mutationKey: takeKey })
    .some(({ state: { status, data, variables, submittedAt } }) => {
      const isThis = data === chatId || isOf(variables, chatId)
      // The list can arrive before the answer, which names the chat.
      return status !== 'error' && Date.now() - submittedAt < takeMs && (isThis || status === 'pending')
    })
}

function isOf(variables: unknown, chatId: string): boolean {
  return typeof variables === 'object' && variables !== null && 'chatId' in variables && variables.chatId === chatId
}
