import { RefusedToken, sqlStateOf, type Authorisation, type Person } from './authorisation'
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
  /** Resolves when changes are being read from the log. */
  whenStreaming: () => Promise<void>
  log: (line: string) => void
}

/** What a join asked for, once it is settled that the person may have it. */
export type JoinedAs = { person: Person; room: Room; hearsItself: boolean; acknowledges: boolean; changes: unknown[] }

export type Channel = {
  joinRef: string | null
  receive: (message: Incoming) => Promise<void>
  resubscribe: () => void
  leave: () => void
  close: () => void
}

/** The longest that a timer waits before it looks at a token again: setTimeout cannot wait for weeks. */
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
  const wishes = joinedAs.changes.map((params) => ({ id: services.nextId(), params }))
  let person = joinedAs.person
  let mayWrite: Promise<boolean> | null = null
  let subscribers: Subscriber[] = []
  let expiry: NodeJS.Timeout | undefined
  let isOpen = true

  const { version } = connection
  const push = (event: string, payload: unknown, ref: string | null = null) =>
    connection.send(encodeMessage(version, { joinRef, ref, topic, event, payload }))
  const reply = (ref: string | null, response: object = {}) => push('phx_reply', { status: 'ok', response }, ref)
  const tell = (extension: string, status: 'ok' | 'error', message: string) =>
    push('system', { message, status, extension, channel: room.name })

  const member: Member = { topic, version, send: connection.send }

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
    tell('system', 'error', reason)
    close()
  }

  const watchToken = () => {
    clearTimeout(expiry)
    const wait = Math.min(person.expiresAt - Date.now(), longestTokenCheckMs)
    expiry = setTimeout(checkToken, Math.max(wait, 0) + 20).unref()
  }
  const checkToken = () => {
    try {
      authorisation.identify(person.token)
      watchToken()
    } catch (error) {
      shutDown(reasonOf(error))
    }
  }

  const replaceSubscribers = (next: Subscriber[]) => {
    subscribers.forEach(changes.remove)
    subscribers = next
    subscribers.forEach(changes.add)
  }
  /** Also when a new token or a new stream makes it necessary: the old subscriptions stay in force meanwhile. */
  const subscribe = async () => {
    if (wishes.length === 0 || !isOpen) return
    try {
      const wanted = wishes.map(({ id, params }) => ({ id, subscription: parseSubscription(params) }))
      for (const { subscription } of wanted) {
        const refusal = await changes.refusal(subscription, person.role)
        if (refusal) throw new RefusedSubscription(refusalMessage(subscription, refusal))
      }
      await services.whenStreaming()
      if (!isOpen) return
      replaceSubscribers(wanted.map((each) => Object.assign(each, { person: () => person, deliver, owner: member })))
      tell('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    } catch (error) {
      if (error instanceof RefusedSubscription) {
        replaceSubscribers([])
        tell('postgres_changes', 'error', error.message)
      } else {
        services.log(`realtime: a subscription is tried again (${sqlStateOf(error)})`)
        setTimeout(() => void subscribe(), retryAfterMs).unref()
      }
    }
  }
  const deliver = (ids: number[], dataJson: string) => {
    if (!isOpen) return
    const payloadJson = `{"ids":[${ids.join(',')}],"data":${dataJson}}`
    connection.send(encodeWithJson(version, { topic, event: 'postgres_changes', payloadJson }))
  }

  const changeToken = async (token: unknown) => {
    // A publishable key is no person: clients send it while nobody is signed in.
    if (typeof token !== 'string' || token.startsWith('sb_') || token === person.token) return
    try {
      const next = authorisation.identify(token)
      if (room.isPrivate && !(await authorisation.mayRead(next, room.name))) {
        return shutDown(`You do not have permissions to read from this Channel topic: ${room.name}`)
      }
      if (!isOpen) return
      person = next
      mayWrite = null
      watchToken()
      await subscribe()
    } catch (error) {
      shutDown(reasonOf(error))
    }
  }

  const relayBroadcast = async (message: Incoming) => {
    if (room.isPrivate) {
      mayWrite ??= authorisation.mayWrite(person, room.name)
      // Said to nobody, as on the platform.
      if (!(await mayWrite)) return
    }
    rooms.broadcast(room, message.broadcast ?? broadcastOf(message.payload), joinedAs.hearsItself ? undefined : member)
    if (joinedAs.acknowledges) reply(message.ref)
  }

  rooms.enter(room, member)
  watchToken()
  reply(join.ref, { postgres_changes: wishes.map(({ id, params }) => Object.assign(asObject(params), { id })) })
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
    resubscribe: () => void subscribe(),
    leave,
    close,
  }
}

function broadcastOf(payload: Record<string, unknown>): Broadcast {
  const event = typeof payload.event === 'string' ? payload.event : ''
  return { event, encoding: 'json', content: Buffer.from(JSON.stringify(payload.payload ?? {})) }
}

function reasonOf(error: unknown): string {
  return error instanceof RefusedToken ? error.reason : 'Unknown Error on Channel'
}

function refusalMessage({ event, schema, table, filters }: Subscription, refusal: string): string {
  const given = filters.map(
    ({ column, operator, value, negated }) => `{"${column}", "${operator}", "${value}", ${negated}}`,
  )
  const parameters = `[event: ${event}, schema: ${schema}, table: ${table}, filters: [${given.join(', ')}], select: nil]`
  const begin = 'Unable to subscribe to changes with given parameters.'
  return refusal === 'unpublished'
    ? `${begin} Please check Realtime is enabled for the given connect parameters: ${parameters}`
    : `${begin} An exception happened so please check your connect parameters: ${parameters}. Exception: ERROR P0001 (raise_exception) ${refusal}`
}
