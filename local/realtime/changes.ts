import type { Pool } from '../postgres/pool'
import { sqlStateOf, type Person } from './authorisation'
import type { LogMessage, Relation, RowMessage } from './pgoutput'
import { matchesAtOnce, type ChangeKind, type Subscription } from './subscription'

/** A subscription that is in force. Whoever owns it says who asks (it may change with a new token) and takes the events. */
export type Subscriber = {
  id: number
  subscription: Subscription
  person: () => Person
  /** `dataJson` is the event's content without the ids that it is for. */
  deliver: (ids: number[], dataJson: string) => void
  /** Subscribers of one channel share one event: they have the same owner. */
  owner: object
}

export type Changes = {
  add: (subscriber: Subscriber) => void
  remove: (subscriber: Subscriber) => void
  /** Why this subscription cannot be had, in the words of the server; null when it can. */
  refusal: (subscription: Subscription, role: string) => Promise<string | null>
  receive: (message: LogMessage) => void
  /** The stream begins anew and describes its tables again. */
  reset: () => void
}

type Texts = Record<string, string | null>
type Change = { relation: Relation; kind: ChangeKind; committedAt: Date; xid: number; values: Texts; old: Texts | null }
type View = { refusal: string | null; columns: string | null; record: string; old_record: string }
type Verdict = { views: Record<string, View>; visible: number[] } | null

const kinds = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const
/** Above the first, a row goes out without its values that are longer than the second, as on the platform. */
const largestRow = 1024 * 1024
const longestValueOfLargeRow = 64

export function createChanges(options: {
  pool: Pool
  /** Rows of the realtime schema are messages, not changes. */
  onMessageRow: (row: Texts) => void
  log: (line: string) => void
}): Changes {
  const { pool, log } = options
  const subscribers = new Map<string, Set<Subscriber>>()
  const relations = new Map<number, Relation>()
  let transaction = { committedAt: new Date(0), xid: 0 }
  // One at a time and in the log's order, which is the order that subscribers are promised.
  let queue = Promise.resolve()

  const candidates = ({ schema, table }: Relation, kind: ChangeKind) =>
    [`${schema}.${table}`, `${schema}.*`, `*.${table}`, '*.*']
      .flatMap((key) => Array.from(subscribers.get(key) ?? []))
      .filter(({ subscription }) => subscription.event === '*' || subscription.event === kind)

  const relay = async (change: Change) => {
    const wanted = candidates(change.relation, change.kind).flatMap((subscriber) => {
      const filters = openFilters(subscriber.subscription, change)
      return filters ? [{ subscriber, filters, person: subscriber.person() }] : []
    })
    if (wanted.length === 0) return

    const readers = groupBy(wanted, ({ person }) => person.claimsKey).map((group) => ({
      role: group[0].person.role,
      claims: group[0].person.claims,
      subscriptions: group.map(({ subscriber, filters }) => ({ id: subscriber.id, filters })),
    }))
    const isLarge = sizeOf(change.values) + sizeOf(change.old) > largestRow
    const [row] = await pool.use(
      (sql) => sql<{ verdict: Verdict }[]>`
        select _stack.realtime_apply(
          ${change.relation.schema}, ${change.relation.table}, ${change.kind},
          ${sql.json(isLarge ? withoutLongValues(change.values) : change.values)},
          ${change.old && sql.json(isLarge ? withoutLongValues(change.old) : change.old)},
          ${sql.json(readers)}, ${String(change.xid)}) as verdict`,
    )
    if (!row?.verdict) return

    const { views, visible } = row.verdict
    const mayPass = new Set(visible)
    for (const [role, view] of Object.entries(views)) {
      const data = eventJson(change, view, isLarge ? 'Error 413: Payload Too Large' : null)
      const passing = wanted.filter(({ subscriber, person }) => person.role === role && mayPass.has(subscriber.id))
      for (const group of groupBy(passing, ({ subscriber }) => subscriber.owner)) {
        const ids = group.map(({ subscriber }) => subscriber.id)
        group[0].subscriber.deliver(ids, data)
      }
    }
  }

  const receiveRow = (message: RowMessage) => {
    const relation = relations.get(message.relationId)
    if (!relation) return
    const change = { relation, kind: kinds[message.kind], ...transaction, ...rowTexts(relation, message) }
    const isMessage = relation.schema === 'realtime'
    if (!isMessage && candidates(relation, change.kind).length === 0) return
    queue = queue
      .then(() => (isMessage ? options.onMessageRow(change.values) : relay(change)))
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
    async refusal({ schema, table, filters }, role) {
      const [row] = await pool.use(
        (sql) => sql<{ refusal: string | null }[]>`
          select _stack.realtime_refusal(${schema}, ${table}, ${sql.json(filters)}, ${role}) as refusal`,
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

/** Groups are never empty, which the type says so that the first needs no asking. */
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

/** The filters that only the database can answer; null when another one is already known not to match. */
function openFilters({ filters }: Subscription, { relation, kind, values, old }: Change) {
  const texts = (kind === 'DELETE' ? old : values) ?? {}
  const open = []
  for (const filter of filters) {
    const value = texts[filter.column]
    if (value === undefined) return null
    const typeId = relation.columns.find((column) => column.name === filter.column)?.typeId
    const answer = matchesAtOnce(filter, value, typeId)
    if (answer === false) return null
    if (answer === null) open.push(filter)
  }
  return open
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
  // An update says the old key only when it changed, and a whole old row fills in long values that did not.
  const values = message.old?.extent === 'row' ? { ...old, ...texts(message.values) } : texts(message.values)
  return { values, old: old ?? texts(message.values, true) }
}

function eventJson({ relation, kind, committedAt }: Change, view: View, sizeError: string | null): string {
  const error = view.refusal ?? sizeError
  const parts = [
    `"schema":${JSON.stringify(relation.schema)}`,
    `"table":${JSON.stringify(relation.table)}`,
    `"type":"${kind}"`,
    `"commit_timestamp":"${committedAt.toISOString()}"`,
    `"columns":${view.refusal ? '[]' : (view.columns ?? '[]')}`,
    ...(kind === 'DELETE' ? [] : [`"record":${view.refusal ? '{}' : view.record}`]),
    ...(kind === 'INSERT' ? [] : [`"old_record":${view.refusal ? '{}' : view.old_record}`]),
    `"errors":${error ? JSON.stringify([error]) : 'null'}`,
  ]
  return `{${parts.join(',')}}`
}

function sizeOf(texts: Texts | null): number {
  return Object.values(texts ?? {}).reduce((sum, text) => sum + (text?.length ?? 0), 0)
}

function withoutLongValues(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => (text?.length ?? 0) <= longestValueOfLargeRow))
}
