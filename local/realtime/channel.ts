import { RefusedToken, sqlStateOf, type Authorisation, type Identity } from './authorisation'
import type { Changes, Subscriber } from './changes'
import type { Connection } from './connection'
import type { Member, Room, Rooms } from './rooms'
import { parseSubscription, RefusedSubscription, type Subscription } from './subscription'
import { asObject, encodeMessage, encodeWithJson, type Broadcast, type Incoming } from './wire'

export type Services = {
  authorisation: Authorisation
  changes: Changes
  rooms: Rooms
  nextId: () => number
  /** Resolves when the relay reads changes from the write-ahead log. */
  whenStreaming: () => Promise<void>
  log: (line: string) => void
}

/** The options of a join whose token and rights have been checked. */
export type JoinedAs = {
  identity: Identity
  room: Room
  receivesOwnBroadcasts: boolean
  acknowledges: boolean
  changes: unknown[]
}

export type Channel = {
  joinRef: string | null
  receive: (message: Incoming) => Promise<void>
  resubscribe: () => void
  leave: () => void
  close: () => void
}

/** setTimeout cannot wait for weeks, so a token is checked at least this often. */
const longestTokenCheckMs = 5 * 60_000
const retryAfterMs = 1_000

export function openChannel(
  services: Services,
  connection: Connection,
  join: Incoming,
  joinedAs: JoinedAs,
  onLeave: () => void,
): Channel {
  const { authorisation, changes, rooms } = services
  const { topic } = join
  const { room } = joinedAs
  const joinRef = join.joinRef ?? join.ref
  const requested = joinedAs.changes.map((params) => ({ id: services.nextId(), params }))
  let identity = joinedAs.identity
  let mayWrite: Promise<boolean> | null = null
  let subscribers: Subscriber[] = []
  let expiry: NodeJS.Timeout | undefined
  let isOpen = true

  const push = (event: string, payload: unknown, ref: string | null = null) =>
    connection.send(encodeMessage({ joinRef, ref, topic, event, payload }))
  const reply = (ref: string | null, response: object = {}) => push('phx_reply', { status: 'ok', response }, ref)
  const sendSystemMessage = (extension: string, status: 'ok' | 'error', message: string) =>
    push('system', { message, status, extension, channel: room.name })

  const member: Member = (frame) => connection.send(frame)

  const leave = () => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(expiry)
    replaceSubscribers([])
    rooms.leave(room, member)
    onLeave()
  }
  const close = () => {
    leave()
    push('phx_close', {}, joinRef)
  }
  const shutDown = (reason: string) => {
    sendSystemMessage('system', 'error', reason)
    close()
  }

  const watchToken = () => {
    clearTimeout(expiry)
    const wait = Math.min(identity.expiresAt - Date.now(), longestTokenCheckMs)
    expiry = setTimeout(() => void checkToken(), Math.max(wait, 0) + 20).unref()
  }
  const checkToken = async () => {
    const { token } = identity
    try {
      await authorisation.identify(token)
      if (isOpen) watchToken()
    } catch (error) {
      // A new token may have arrived during the check.
      if (isOpen && identity.token === token) shutDown(reasonOf(error))
    }
  }

  const replaceSubscribers = (next: Subscriber[]) => {
    subscribers.forEach(changes.remove)
    subscribers = next
    subscribers.forEach(changes.add)
  }
  /** Runs again after a new token or a new stream. The old subscriptions stay active until the new ones replace them. */
  const subscribe = async () => {
    if (requested.length === 0 || !isOpen) return
    try {
      const wanted = requested.map(({ id, params }) => ({ id, subscription: parseSubscription(params) }))
      for (const { subscription } of wanted) {
        const refusal = await changes.refusal(subscription, identity.role)
        if (refusal) throw new RefusedSubscription(refusalMessage(subscription, refusal))
      }
      await services.whenStreaming()
      if (!isOpen) return
      replaceSubscribers(
        wanted.map((each) => Object.assign(each, { identity: () => identity, deliver, channel: member })),
      )
      sendSystemMessage('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    } catch (error) {
      if (error instanceof RefusedSubscription) {
        replaceSubscribers([])
        sendSystemMessage('postgres_changes', 'error', error.message)
      } else {
        services.log(`realtime: a subscription is tried again (${sqlStateOf(error)})`)
        setTimeout(() => void subscribe(), retryAfterMs).unref()
      }
    }
  }
  const deliver = (ids: number[], dataJson: string) => {
    if (!isOpen) return
    const payloadJson = `{"ids":[${ids.join(',')}],"data":${dataJson}}`
    connection.send(encodeWithJson({ topic, event: 'postgres_changes', payloadJson }))
  }

  const changeToken = async (token: unknown) => {
    // Clients without a signed-in user send the publishable key, which is not a token.
    if (typeof token !== 'string' || token.startsWith('sb_') || token === identity.token) return
    try {
      const next = await authorisation.identify(token)
      if (room.isPrivate && !(await authorisation.mayRead(next, room.name))) {
        return shutDown(`You do not have permissions to read from this Channel topic: ${room.name}`)
      }
      if (!isOpen) return
      identity = next
      mayWrite = null
      watchToken()
      await subscribe()
    } catch (error) {
      shutDown(reasonOf(error))
    }
  }

  const relayBroadcast = async (message: Incoming) => {
    if (room.isPrivate) {
      mayWrite ??= authorisation.mayWrite(identity, room.name)
      // The platform, too, does not report a refused broadcast.
      if (!(await mayWrite)) return
    }
    rooms.broadcast(
      room,
      message.broadcast ?? broadcastOf(message.payload),
      joinedAs.receivesOwnBroadcasts ? undefined : member,
    )
    if (joinedAs.acknowledges) reply(message.ref)
  }

  rooms.enter(room, member)
  watchToken()
  reply(join.ref, { postgres_changes: requested.map(({ id, params }) => Object.assign(asObject(params), { id })) })
  void subscribe()

  return {
    joinRef,
    async receive(message) {
      if (!isOpen) return
      if (message.event === 'broadcast') await relayBroadcast(message)
      else if (message.event === 'access_token') await changeToken(message.payload.access_token)
      else if (message.event === 'phx_leave') {
        reply(message.ref)
        close()
      }
    },
    resubscribe() {
      if (requested.length > 0) return void subscribe()
      // A channel of broadcasts has no system message. The client joins again after this event.
      leave()
      push('phx_error', {}, joinRef)
    },
    leave,
    close,
  }
}

function broadcastOf(payload: Record<string, unknown>): Broadcast {
  const event = typeof payload.event === 'string' ? payload.event : ''
  return { event, contentJson: JSON.stringify(payload.payload ?? {}) }
}

function reasonOf(error: unknown): string {
  return error instanceof RefusedToken ? error.reason : 'Unknown Error on Channel'
}

function refusalMessage({ event, schema, table, filter }: Subscription, refusal: string): string {
  const given = filter ? `{"${filter.column}", "${filter.operator}", "${filter.value}"}` : ''
  const parameters = `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${given}]]`
  const begin = 'Unable to subscribe to changes with given parameters.'
  return refusal === 'unpublished'
    ? `${begin} Please check Realtime is enabled for the given connect parameters: ${parameters}`
    : `${begin} An exception happened so please check your connect parameters: ${parameters}. Exception: ERROR P0001 (raise_exception) ${refusal}`
}
