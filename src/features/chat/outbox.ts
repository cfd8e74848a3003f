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
import { list, nullable, object, text, withDefault } from '@/lib/json'
import { draftStore } from '@/lib/storage'
import type { ChatMessage } from './queries'

/** A message that the server has not confirmed. The client makes its id, so that a retry cannot store it twice. */
export type Unsent = {
  id: string
  text: string
  createdAt: string
  state: 'sending' | 'failed'
  /** No answer came from the server, since the page was loaded or before. Such a message is sent again by itself. */
  lost?: 'now' | 'earlier'
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

/** The unsent messages that are not among the stored ones. */
export function useOutbox(name: string, messages: ChatMessage[]): Unsent[] {
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
 * Sends the messages that got no answer again, in their order, when the connection returns, or when the chat is opened
 * after that. Returns a function that sends them at once.
 */
export function useResend<Message extends Unsent>(unsent: Message[], resend: (message: Message) => void) {
  const resendLost = useEffectEvent((since: 'now' | 'earlier') => {
    for (const message of lostIn(unsent)) if (since === 'earlier' || message.lost === 'now') resend(message)
  })
  useEffect(() => {
    if (onlineManager.isOnline()) resendLost('now')
    return onlineManager.subscribe((isOnline) => {
      if (isOnline) resendLost('earlier')
    })
  }, [])
  return () => lostIn(unsent).forEach(resend)
}

/** A message that is not sent before those that got no answer. */
export class BehindLostError extends WordedError {
  override name = 'BehindLostError'
}

/** Refuses to send a message while an earlier one has got no answer: the customer and the agent read them in order. */
export function requireOrder(client: QueryClient, name: string, id: string) {
  const kept = client.getQueryData(outboxQuery(name).queryKey) ?? []
  const earlier = kept.slice(
    0,
    Math.max(
      0,
      kept.findIndex((message) => message.id === id),
    ),
  )
  if (lostIn(earlier).length > 0) throw new BehindLostError("An earlier message hasn't been sent yet.")
}

const lostIn = <Message extends Unsent>(unsent: Message[]) =>
  unsent.filter(({ state, lost }) => state === 'failed' && lost !== undefined)

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
    .map((message) => ({ ...message, state: 'failed', lost: 'earlier' }))
}

const readMessages = list(withDefault(nullable(object({ id: text, text, createdAt: text })), null))
