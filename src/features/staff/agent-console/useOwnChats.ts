import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { logError } from '@/lib/log'
import { noSearch } from '@/lib/search'
import { seenChatStore } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { alertAgent } from './agentAlert'
import { consoleCopy } from './copy'
import { takeKey } from './mutations'
import type { ConsoleChat } from './consoleChat'
import { consoleQueries } from './queries'

/** The agent's own accept or takeover ends within this time. */
const takeMs = 20_000
/** Another tab of the browser that shows the chat has marked it as seen within this time. */
const seenMs = 1500

type OwnChatsOptions = {
  isAgent: boolean
  /** The chat that this tab shows to the agent. */
  readingId: string | null
  /** The console is on the screen: its list shows what a toast would say. */
  isInConsole: boolean
  onOpen: (chatId: string) => void
}

/**
 * Tells the agent, on whichever staff screen, that a colleague has given them a chat or that a customer has written in one
 * of their chats. Returns the number of their chats with unread messages.
 */
export function useOwnChats({ isAgent, readingId, isInConsole, onOpen }: OwnChatsOptions): number {
  const client = useQueryClient()
  const mine = useInfiniteQuery({ ...consoleQueries.list('mine', noSearch), enabled: isAgent }).data
  const before = useRef<ReadonlyMap<string, number> | null>(null)
  const alert = (text: string, chatId: string) =>
    alertAgent(text, () => onOpen(chatId)).catch((error: unknown) =>
      logError('The alert for a chat of the agent failed', error),
    )
  const tellReceived = useEffectEvent(({ id, customerName }: ConsoleChat) => {
    const words = consoleCopy.received(customerName)
    toast.info(words)
    void alert(words.text, id)
  })
  const tellWritten = useEffectEvent((chat: ConsoleChat) => {
    const words = consoleCopy.written(chat.customerName, chat.lastMessage)
    if (!isInConsole) toast.info({ ...words, action: { label: 'Open', onClick: () => onOpen(chat.id) } })
    setTimeout(() => {
      if (!isSeen(chat)) void alert(words.title, chat.id)
    }, seenMs)
  })
  const isRead = useEffectEvent((chatId: string) => chatId === readingId)
  useEffect(() => {
    if (mine === undefined) return
    const chats = mine.pages.flat()
    const known = before.current
    before.current = new Map(chats.map(({ id, unreadCount }) => [id, unreadCount]))
    if (known === null) return
    for (const chat of chats) {
      const unread = known.get(chat.id)
      if (unread === undefined) {
        if (!hasTaken(client, chat.id)) tellReceived(chat)
      } else if (chat.unreadCount > unread && !isRead(chat.id)) tellWritten(chat)
    }
  }, [mine, client])
  return mine?.pages.flat().filter(({ id, unreadCount }) => unreadCount > 0 && id !== readingId).length ?? 0
}

/** A tab of this browser has shown the newest message. The server's timestamps sort as text. */
function isSeen({ id, lastMessageAt }: ConsoleChat): boolean {
  return (seenChatStore.read(id) ?? '') >= (lastMessageAt ?? '')
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
