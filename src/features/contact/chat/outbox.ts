import {
  onlineManager,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { WordedError } from '@/lib/errors'
import { boolean, list, nullable, object, text, withDefault, type Reader } from '@/lib/json'
import { draftStore } from '@/lib/storage'
import type { ChatMessage } from './queries'

/** The chat of an agent's message. */
export type UnsentChat = { id: string; customerName: string }

/** A message that the server has not confirmed. The client makes its id, so that a retry cannot store it twice. */
export type Unsent = {
  id: string
  text: string
  createdAt: string
  state: 'sending' | 'failed'
  /** No answer came from the server, since the page was loaded or before. Such a message is sent again by itself. */
  lost?: 'now' | 'earlier'
  /** Only in the outbox of an agent, which holds the messages and notes of all their chats. */
  chat?: UnsentChat | null
  isNote?: boolean
  /** Why the message was refused. It is not sent again by itself. */
  problem?: string | null
}

/** In the query cache, which belongs to one user, and in session storage for a reload. */
function outboxQuery(name: string) {
  return queryOptions<Unsent[]>({
    queryKey: ['outbox', name],
    queryFn: skipToken,
    initialData: () => readOutbox(name),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

const nothing: Unsent[] = []
const noMessages: ChatMessage[] = []

/** The unsent messages that are not among the stored ones. */
export function useOutbox(name: string, messages: ChatMessage[] = noMessages): Unsent[] {
  const client = useQueryClient()
  const kept = useQuery(outboxQuery(name)).data ?? nothing
  const unsent = kept.filter(({ id }) => !messages.some((message) => message.id === id))
  const arrived = kept.find((message) => message.state === 'failed' && !unsent.includes(message))?.id
  useEffect(() => {
    // The message was stored before the page was closed.
    if (arrived !== undefined) takeOut(client, name, arrived)
  }, [client, name, arrived])
  return unsent
}

/**
 * Sends the messages that got no answer again, in their order, when the connection returns, and those that were `lost`
 * since then at once. Returns a function that sends all of them.
 */
export function useResend(unsent: Unsent[], resend: (message: Unsent) => void, lost: 'now' | 'earlier' = 'now') {
  const resendLost = useEffectEvent((since: 'now' | 'earlier') => {
    for (const message of lostIn(unsent)) if (since === 'earlier' || message.lost === 'now') resend(message)
  })
  useEffect(() => {
    if (onlineManager.isOnline()) resendLost(lost)
    return onlineManager.subscribe((isOnline) => {
      if (isOnline) resendLost('earlier')
    })
  }, [lost])
  return () => lostIn(unsent).forEach(resend)
}

/** A message that is not sent before those that got no answer. */
export class BehindLostError extends WordedError {
  override name = 'BehindLostError'
}

/** Refuses to send a message while an earlier one of its chat has got no answer: they are read in order. */
export function requireOrder(client: QueryClient, name: string, { id, chat }: Unsent) {
  const kept = client.getQueryData(outboxQuery(name).queryKey) ?? []
  const place = kept.findIndex((message) => message.id === id)
  const earlier = kept.slice(0, Math.max(0, place)).filter((message) => message.chat?.id === chat?.id)
  if (lostIn(earlier).length > 0) throw new BehindLostError("An earlier message hasn't been sent yet.")
}

export const lostIn = (unsent: Unsent[]) => unsent.filter(({ state, lost }) => state === 'failed' && lost !== undefined)

function changeOutbox(client: QueryClient, name: string, change: (unsent: Unsent[]) => Unsent[]) {
  const { queryKey } = outboxQuery(name)
  const changed = change(client.getQueryData(queryKey) ?? readOutbox(name))
  client.setQueryData(queryKey, changed)
  if (changed.length === 0) draftStore.clear(storageName(name))
  else draftStore.write(storageName(name), changed)
}

/** Adds a message or updates its state. */
export function putIn(client: QueryClient, name: string, message: Unsent) {
  changeOutbox(client, name, (unsent) =>
    unsent.some(({ id }) => id === message.id)
      ? unsent.map((each) => (each.id === message.id ? message : each))
      : [...unsent, message],
  )
}

export function takeOut(client: QueryClient, name: string, id: string) {
  changeOutbox(client, name, (unsent) => unsent.filter((each) => each.id !== id))
}

const storageName = (name: string) => `outbox:${name}`

/** After a reload, a message that was being sent counts as failed. It may be stored; sending it again is safe. */
function readOutbox(name: string): Unsent[] {
  const messages = readMessages(draftStore.read(storageName(name))) ?? []
  return messages
    .filter((message) => message !== null)
    .map((message) => ({ ...message, state: 'failed', ...(message.problem === null && { lost: 'earlier' }) }))
}

const optional = <Value>(read: Reader<Value>) => withDefault(nullable(read), null)
const readMessages = list(
  optional(
    object({
      id: text,
      text,
      createdAt: text,
      chat: optional(object({ id: text, customerName: text })),
      isNote: withDefault(boolean, false),
      problem: optional(text),
    }),
  ),
)
