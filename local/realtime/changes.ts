import type { Pool } from '../postgres/pool'
import { sqlStateOf, type Identity } from './authorisation'
import type { LogMessage, Relation, RowMessage } from './pgoutput'
import { matchesLocally, type ChangeKind, type Subscription } from './subscription'

/** An active subscription of a channel. */
export type Subscriber = {
  id: number
  subscription: Subscription
  /** The identity changes with a new token. */
  identity: () => Identity
  /** `dataJson` is the event without the ids of its subscriptions. */
  deliver: (ids: number[], dataJson: string) => void
  /** The subscriptions of one channel receive a change in one event. */
  channel: object
}

export type Changes = {
  add: (subscriber: Subscriber) => void
  remove: (subscriber: Subscriber) => void
  /** The reason for refusing a subscription; null when it is allowed. */
  refusal: (subscription: Subscription, role: string) => Promise<string | null>
  receive: (message: LogMessage) => void
  /** Forgets the tables: a new stream describes them again. */
  reset: () => void
}

type Texts = Record<string, string | null>
type Change = { relation: Relation; kind: ChangeKind; committedAt: Date; xid: number; values: Texts; old: Texts | null }
type View = { refusal: string | null; columns: string | null; record: string; old_record: string }
type Verdict = { views: Record<string, View>; visible: number[] } | null

const kinds = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const

export function createChanges(options: {
  pool: Pool
  /** Receives the rows of realtime.messages: they are broadcasts, not changes. */
  onMessageRow: (row: Texts) => void
  log: (line: string) => void
}): Changes {
  const { pool, log } = options
  const subscribers = new Map<string, Set<Subscriber>>()
  const relations = new Map<number, Relation>()
  let transaction = { committedAt: new Date(0), xid: 0 }
  // Changes go out one after the other: subscribers receive them in the order of the log.
  let queue = Promise.resolve()

  const candidates = ({ schema, table }: Relation, kind: ChangeKind) =>
    Array.from(subscribers.get(`${schema}.${table}`) ?? []).filter(
      ({ subscription }) => subscription.event === '*' || subscription.event === kind,
    )

  const relay = async (change: Change) => {
    const wanted = candidates(change.relation, change.kind).flatMap((subscriber) => {
      const match = matchOf(subscriber.subscription, change)
      const filter = match === null ? subscriber.subscription.filter : null
      return match === false ? [] : [{ subscriber, filter, identity: subscriber.identity() }]
    })
    if (wanted.length === 0) return

    const readers = groupBy(wanted, ({ identity }) => identity.claimsKey).map((group) => ({
      role: group[0].identity.role,
      claims: group[0].identity.claims,
      subscriptions: group.map(({ subscriber, filter }) => ({ id: subscriber.id, filter })),
    }))
    const [row] = await pool.use(
      (sql) => sql<{ verdict: Verdict }[]>`
        select _stack.realtime_apply(
          ${change.relation.schema}, ${change.relation.table}, ${change.kind},
          ${sql.json(change.values)}, ${change.old && sql.json(change.old)},
          ${sql.json(readers)}, ${String(change.xid)}) as verdict`,
    )
    if (!row?.verdict) return

    const { views, visible } = row.verdict
    const mayPass = new Set(visible)
    for (const [role, view] of Object.entries(views)) {
      const data = eventJson(change, view)
      const passing = wanted.filter(({ subscriber, identity }) => identity.role === role && mayPass.has(subscriber.id))
      for (const group of groupBy(passing, ({ subscriber }) => subscriber.channel)) {
        const ids = group.map(({ subscriber }) => subscriber.id)
        group[0].subscriber.deliver(ids, data)
      }
    }
  }

  const relayMessage = async ({ xid, values }: Change) => {
    // A client that is told of a change asks for it at once.
    await pool.use((sql) => sql`select _stack.realtime_await(${String(xid)})`)
    options.onMessageRow(values)
  }

  const receiveRow = (message: RowMessage) => {
    const relation = relations.get(message.relationId)
    if (!relation) return
    const change = { relation, kind: kinds[message.kind], ...transaction, ...rowTexts(relation, message) }
    const isMessage = relation.schema === 'realtime'
    if (!isMessage && candidates(relation, change.kind).length === 0) return
    queue = queue
      .then(() => (isMessage ? relayMessage(change) : relay(change)))
      .catch((error: unknown) => {
        log(`realtime: a change of ${relation.schema}.${relation.table} was not relayed (${sqlStateOf(error)})`)
      })
  }

  return {
    add(subscriber) {
      const key = keyOf(subscriber.subscription)
      const known = subscribers.get(key) ?? new Set()
      subscribers.set(key, known.add(subscriber))
    },
    remove(subscriber) {
      const key = keyOf(subscriber.subscription)
      subscribers.get(key)?.delete(subscriber)
      if (subscribers.get(key)?.size === 0) subscribers.delete(key)
    },
    async refusal({ schema, table, filter }, role) {
      const [row] = await pool.use(
        (sql) => sql<{ refusal: string | null }[]>`
          select _stack.realtime_refusal(${schema}, ${table}, ${filter && sql.json(filter)}, ${role}) as refusal`,
      )
      return row?.refusal ?? null
    },
    receive(message) {
      if (message.kind === 'begin') transaction = { committedAt: message.committedAt, xid: message.xid }
      else if (message.kind === 'relation') relations.set(message.relation.id, message.relation)
      else if (message.kind !== 'other') receiveRow(message)
    },
    reset: () => relations.clear(),
  }
}

/** The type says that a group has a first item. */
function groupBy<Item>(items: Item[], keyOfItem: (item: Item) => unknown): [Item, ...Item[]][] {
  const groups = new Map<unknown, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(keyOfItem(item))
    if (group) group.push(item)
    else groups.set(keyOfItem(item), [item])
  }
  return [...groups.values()]
}

const keyOf = ({ schema, table }: Subscription) => `${schema}.${table}`

/** Whether a change passes the filter; null when only the database can compare. */
function matchOf({ filter }: Subscription, { relation, kind, values, old }: Change): boolean | null {
  if (filter === null) return true
  const value = (kind === 'DELETE' ? old : values)?.[filter.column]
  // A DELETE has only the key, and an UPDATE may leave out long values.
  if (value === undefined) return false
  const typeId = relation.columns.find((column) => column.name === filter.column)?.typeId
  return matchesLocally(filter, value, typeId)
}

function rowTexts(relation: Relation, message: RowMessage): { values: Texts; old: Texts | null } {
  const texts = (tuple: (string | null | undefined)[], keyOnly = false): Texts =>
    Object.fromEntries(
      relation.columns.flatMap(({ name, isKey }, index) => {
        const value = tuple[index]
        return value === undefined || (keyOnly && !isKey) ? [] : [[name, value]]
      }),
    )
  const old = 'old' in message && message.old ? texts(message.old.values, message.old.extent === 'key') : null
  if (message.kind === 'delete') return { values: {}, old }
  if (message.kind === 'insert') return { values: texts(message.values), old: null }
  // An update holds the old key only when the key changed. A whole old row supplies unchanged long values.
  const values = message.old?.extent === 'row' ? { ...old, ...texts(message.values) } : texts(message.values)
  return { values, old: old ?? texts(message.values, true) }
}

function eventJson({ relation, kind, committedAt }: Change, view: View): string {
  const parts = [
    `"schema":${JSON.stringify(relation.schema)}`,
    `"table":${JSON.stringify(relation.table)}`,
    `"type":"${kind}"`,
    `"commit_timestamp":"${committedAt.toISOString()}"`,
    `"columns":${view.refusal ? '[]' : (view.columns ?? '[]')}`,
    ...(kind === 'DELETE' ? [] : [`"record":${view.refusal ? '{}' : view.record}`]),
    ...(kind === 'INSERT' ? [] : [`"old_record":${view.refusal ? '{}' : view.old_record}`]),
    `"errors":${view.refusal ? JSON.stringify([view.refusal]) : 'null'}`,
  ]
  return `{${parts.join(',')}}`
}
