import { readdirSync } from 'node:fs'
import type { RealtimeChannel } from '@supabase/supabase-js'
import type { TransactionSql } from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { attemptsFor, sampleFor } from './newRows'
import { type Call, calls, edgeCalls } from './functionCalls'
import { type Role, approved, goesWith, isGranted, roles, tables } from './expectedRights'
import {
  type OwnedRow,
  type Person,
  type Snapshot,
  type World,
  createWorld,
  ownerColumn,
  parseRows,
} from './rightsFixture'

// Node 20 has no WebSocket of its own; the client asks for one even when it is not used.
vi.stubGlobal('WebSocket', WebSocket)

let world: World
let before: Snapshot

beforeAll(async () => {
  world = await createWorld()
  before = await world.snapshot()
}, 120_000)

afterAll(() => world.close())
afterEach(() => world.restore(before))

const names = Object.keys(tables)
const columnsOf = (table: string) => world.tables.find(({ name }) => name === table)?.all_columns ?? []
const readable = (table: string) => columnsOf(table).filter((column) => !(tables[table]?.hidden ?? []).includes(column))
type Labelled = Pick<OwnedRow, 'table' | 'owner' | 'kind'>
const label = ({ table, owner, kind }: Labelled) => [table, owner ?? 'nobody', kind].filter(Boolean).join(' · ')
const sortedLabels = (rows: Labelled[]) => rows.map(label).toSorted()

test('every table of the API is in the table of rights', () => {
  expect(world.tables.map(({ name }) => name)).toEqual(names.toSorted())
})

test('everybody has rows to lose', () => {
  for (const role of approved) {
    for (const table of names.filter((name) => !['user_roles', 'admin_permissions'].includes(name))) {
      expect(
        world.rowsOf(before, table).filter(({ owner }) => owner === role).length,
        `${table} of ${role}`,
      ).toBeGreaterThan(0)
    }
  }
})

describe.each(roles)('as %s', (role) => {
  test('reads these rows and columns', async () => {
    const { supabase } = world.of(role)
    await Promise.all(
      names.map(async (table) => {
        const visible = world.rowsOf(before, table).filter((row) => isGranted(tables[table]?.select, role, row))
        const columns = readable(table)
        const { data, error, count } = await supabase.from(table).select(columns.join(), { count: 'exact' })
        const inOrder = (rows: unknown[]) => rows.map((row) => JSON.stringify(row, columns)).toSorted()
        expect({ table, refused: error?.code, count, rows: inOrder(data ?? []) }).toEqual({
          table,
          refused: role === 'anon' ? '42501' : undefined,
          count: role === 'anon' ? null : visible.length,
          rows: inOrder(visible.map(({ values }) => values)),
        })
      }),
    )
  })

  test('learns nothing more from a column, a filter, an order or a count', async () => {
    const { supabase } = world.of(role)
    const problems: string[] = []
    await Promise.all(
      names.flatMap((table) =>
        columnsOf(table).map(async (column) => {
          const visible = world.rowsOf(before, table).filter((row) => isGranted(tables[table]?.select, role, row))
          const isOpen = role !== 'anon' && readable(table).includes(column)
          const shown = isOpen ? column : ownerColumn(table)
          const filtered = supabase.from(table).select(shown, { count: 'exact' })
          // An open column in one request; a closed one in each place by itself.
          const requests = isOpen
            ? [filtered.or(`${column}.is.null,${column}.not.is.null`).order(column)]
            : [
                supabase.from(table).select(column),
                supabase.from(table).select(shown, { count: 'exact', head: true }).not(column, 'is', null),
                filtered.order(column),
              ]
          for (const { error, count, data } of await Promise.all(requests)) {
            const answer = error === null ? `${count} ${data?.length}` : 'refused'
            const expected = isOpen ? `${visible.length} ${visible.length}` : 'refused'
            if (answer !== expected) problems.push(`${table}.${column}: ${answer}, not ${expected}`)
          }
        }),
      ),
    )
    expect(problems).toEqual([])
  })

  test('inserts these rows', async () => {
    const me = world.of(role)
    for (const group of together('insert', role)) {
      if (group.length === 1 && thereOnlyOnce.has(String(group[0]))) await world.empty(String(group[0]))
      const start = await world.snapshot()
      const attempts = group.flatMap((table) =>
        [...new Set([me, world.of('other customer')])].flatMap((owner) => attemptsFor(world, table, me, owner)),
      )
      const answers = await Promise.all(attempts.map(({ table, row }) => me.supabase.from(table).insert(row)))
      const mayCome = attempts.filter(
        (attempt) => isGranted(tables[attempt.table]?.insert?.grants, role, attempt) && !attempt.isForged,
      )
      expect(
        answers.filter(({ error }) => error?.code !== undefined && error.code !== '42501').map(({ error }) => error),
        'refused for want of rights',
      ).toEqual([])
      expect(await cameSince(start)).toEqual(sortedLabels(mayCome))
      await world.restore(before)
    }
  })

  test('sets no other column of a new row', async () => {
    const me = world.of(role)
    const problems: string[] = []
    const start = await emptied()
    await Promise.all(
      names.flatMap((table) => {
        const columns = tables[table]?.insert?.columns ?? []
        const [attempt] = attemptsFor(world, table, me, me)
        const rest = columnsOf(table).filter((column) => !columns.includes(column))
        return rest.map(async (column) => {
          const { error } = await me.supabase
            .from(table)
            .insert({ ...attempt?.row, [column]: sampleFor(table, column, me) })
          // A generated column is nobody's to write, which is said before rights are looked at.
          if (error?.code !== '42501' && error?.code !== '428C9') problems.push(`${table}.${column}: ${error?.code}`)
        })
      }),
    )
    expect(problems).toEqual([])
    expect(await world.snapshot()).toEqual(start)
  })

  test('changes these rows and columns', async () => {
    const { supabase } = world.of(role)
    const me = world.of(role)
    const allowed: string[] = []
    const problems: string[] = []
    await Promise.all(
      names.flatMap((table) =>
        columnsOf(table).map(async (column) => {
          const grants = tables[table]?.update?.[column]
          const rows = world.rowsOf(before, table).filter((row) => isGranted(grants, role, row))
          allowed.push(...rows.map((row) => `${label(row)}: ${column}`))
          const { error, count } = await supabase
            .from(table)
            .update({ [column]: sampleFor(table, column, me) }, { count: 'exact' })
            .not(ownerColumn(table), 'is', null)
          const isRefused = error?.code === '42501' || error?.code === '428C9'
          const mayBeRefused = role === 'anon' || grants === undefined
          if (isRefused !== mayBeRefused || (count ?? 0) !== rows.length)
            problems.push(`${table}.${column}: ${error?.code ?? count}`)
        }),
      ),
    )
    expect(problems).toEqual([])
    expect(await changedCells()).toEqual(allowed.toSorted())
  })

  test('deletes these rows', async () => {
    const { supabase } = world.of(role)
    for (const group of together('delete', role)) {
      const answers = await Promise.all(
        group.map((table) => supabase.from(table).delete().not(ownerColumn(table), 'is', null)),
      )
      expect(answers.map(({ error }) => error?.code)).toEqual(
        group.map((table) => (role === 'anon' || tables[table]?.delete === undefined ? '42501' : undefined)),
      )
      const mayGo = group.flatMap((table) =>
        world.rowsOf(before, table).filter((row) => isGranted(tables[table]?.delete, role, row)),
      )
      const goWith = mayGo.flatMap(({ table, owner }) =>
        (goesWith[table] ?? []).flatMap((other) => world.rowsOf(before, other).filter((row) => row.owner === owner)),
      )
      expect(await goneSince(before)).toEqual(sortedLabels([...mayGo, ...goWith]))
      await world.restore(before)
    }
  })
})

describe('functions', () => {
  test('of the API are all in the table, with each of their arguments', async () => {
    const catalogue = await world.sql<{ name: string; arguments: string[] }[]>`
      select f.proname as name, coalesce(f.proargnames[1:f.pronargs], '{}') as arguments
      from pg_proc f
      where f.pronamespace = 'public'::regnamespace
        and (has_function_privilege('anon', f.oid, 'execute') or has_function_privilege('authenticated', f.oid, 'execute'))
      order by 1`
    const me = world.of('customer')
    const tried = new Map<string, Set<string>>()
    for (const { name, args } of calls) {
      const named = tried.get(name) ?? new Set()
      tried.set(name, new Set([...named, ...Object.keys(args?.(me, me) ?? {})]))
    }
    const signatures = (list: Iterable<readonly [string, Iterable<string>]>) =>
      [...list].map(([name, its]) => `${name}(${[...its].toSorted().join(', ')})`).toSorted()
    expect(signatures(tried)).toEqual(signatures(catalogue.map((row) => [row.name, row.arguments] as const)))
  })

  test.each(calls.map((call, index) => [`${call.name}, call ${index}`, call] as const))('%s', (_, call) =>
    expectRights(call, async (me) => {
      const { data, error } = await me.supabase.rpc(call.name, call.args?.(target(), me) ?? {})
      return error === null ? { isRefused: false, data } : { isRefused: true, data: error }
    }),
  )
})

describe('what a function may change', () => {
  test('is not changed by GET, and no secret is guessed without being counted', async () => {
    const volatile = await world.sql<{ name: string }[]>`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'`
    const [pin] = await world.sql<{ value: string }[]>`select private.read_pin(${target().id}) as value`
    const someArgs = new Map(calls.map(({ name, args }) => [name, args]))
    const problems: string[] = []
    for (const role of roles) {
      const me = world.of(role)
      await Promise.all(
        volatile.map(async ({ name }) => {
          const args =
            name === 'get_email_by_pin' ? { user_pin: pin?.value } : (someArgs.get(name)?.(target(), me) ?? {})
          const { data, error } = await me.supabase.rpc(name, asText(args), { get: true })
          const isGuess =
            name === 'get_email_by_pin' || (name === 'enter_device_code' && role === 'staff on an unknown device')
          if ((isGuess && error === null) || (role !== 'other customer' && tellsOf(target(), data)))
            problems.push(`${role}: ${name}`)
        }),
      )
    }
    expect(problems).toEqual([])
    expect(changedTables(await world.snapshot(), before)).toEqual([])
  })
})

describe('what else a request can ask for', () => {
  const ask = (me: Person, path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    fetch(`${world.stack.apiUrl}/rest/v1/${path}`, {
      ...init,
      headers: {
        apikey: world.stack.keys.publishable,
        'content-type': 'application/json',
        ...(me.token === null ? {} : { authorization: `Bearer ${me.token}` }),
        ...headers,
      },
    })
  /** Those who have no right to anything of somebody else's by a table. */
  const strangers = roles.filter(
    (role) => !['other customer', 'manage_chat', 'approve_users', 'super_admin'].includes(role),
  )

  test.each(strangers)('embedded tables show %s nobody else', async (role) => {
    const me = world.of(role)
    const relations = await world.sql<{ from: string; to: string }[]>`
      select c.relname as from, t.relname as to
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace`
    const paths = relations
      .flatMap(({ from, to }) => [[from, to] as const, [to, from] as const])
      .flatMap(([from, to]) => [to, `${to}!inner`].map((embedded) => `${from}?select=id,${embedded}(id,*)`))
    const texts = await Promise.all(
      [
        ...paths,
        'profiles?select=*,accounts(*)',
        'accounts?select=id,transactions(*)',
        'chat_conversations?select=*,chat_messages(*)&chat_messages.order=message',
      ].map(async (path) => [path, await (await ask(me, path)).text()] as const),
    )
    expect(texts.filter(([, text]) => tellsOf(target(), text)).map(([path]) => path)).toEqual([])
  })

  test.each(strangers)('headers and verbs give %s nothing of somebody else, and change nothing', async (role) => {
    const me = world.of(role)
    const them = target()
    const attempts = names.flatMap((table) => {
      const theirs = `${table}?${ownerColumn(table)}=eq.${table === 'chat_messages' ? them.chat : them.id}`
      const row = world.rowsOf(before, table).find(({ owner }) => owner === 'other customer')
      const merged = JSON.stringify({ ...row?.values, ...attemptsFor(world, table, me, them)[0]?.row })
      const writing = { prefer: 'return=representation, count=exact' }
      return [
        ask(me, theirs, {}, { prefer: 'count=exact' }),
        ask(me, theirs, { method: 'HEAD' }, { prefer: 'count=planned' }),
        ask(me, theirs, {}, { accept: 'text/csv', range: '0-9' }),
        ask(me, `${theirs}&select=count()`),
        ask(me, `${theirs}&select=*`, { method: 'PATCH', body: '{"id":null}' }, writing),
        ask(me, theirs, { method: 'DELETE' }, writing),
        ...['merge-duplicates', 'ignore-duplicates'].flatMap((resolution) =>
          ['POST', 'PUT'].map((method) =>
            ask(
              me,
              method === 'PUT' ? theirs : table,
              { method, body: merged },
              {
                prefer: `resolution=${resolution}, return=representation, missing=default`,
              },
            ),
          ),
        ),
      ]
    })
    for (const response of await Promise.all(attempts)) {
      const range = response.headers.get('content-range')
      expect(range === null || /^\*\/(?:0|\*)$/.test(range), `${response.url} counts ${range}`).toBe(true)
      // A refused write may repeat what it was sent, and no more.
      const text = await response.text()
      expect(response.ok && tellsOf(them, text), `${response.url} tells ${text}`).toBe(false)
    }
    expect(changedTables(await world.snapshot(), before)).toEqual([])
  })

  test.each([
    'private',
    'auth',
    'realtime',
    'vault',
    'extensions',
    'pg_catalog',
    'information_schema',
    'storage',
    'graphql_public',
  ])('the schema %s is open to nobody', async (schema) => {
    const things = ['pins', 'users', 'sessions', 'messages', 'secrets', 'decrypted_secrets', 'pg_roles', 'tables']
    for (const role of ['anon', 'customer', 'approve_users', 'super_admin'] as const) {
      const me = world.of(role)
      const answers = await Promise.all(
        things.flatMap((thing) => [
          ask(me, thing, {}, { 'accept-profile': schema }),
          ask(me, thing, { method: 'POST', body: '{}' }, { 'content-profile': schema }),
          ask(me, `rpc/${thing}`, { method: 'POST', body: '{}' }, { 'content-profile': schema }),
          ask(me, `${schema}.${thing}`),
        ]),
      )
      expect(answers.filter(({ status }) => ![401, 403, 404, 406].includes(status)).map(({ url }) => url)).toEqual([])
    }
  })

  test('a token that was changed or made by somebody else is none', async () => {
    const [head, body, signature] = world.of('customer').token?.split('.') ?? []
    const claims: Record<string, unknown> = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      `${head}.${encode({ ...claims, sub: target().id })}.${signature}`,
      `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...claims, sub: target().id })}.`,
      `${head}.${body}.`,
    ]
    for (const token of forged) {
      const response = await ask({ ...world.of('customer'), token }, 'profiles?select=id')
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ message: expect.any(String) }),
      ])
    }
  })
})

const asText = (args: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, Array.isArray(value) ? `{${value.join(',')}}` : value]),
  )

describe('live', () => {
  const waiting = { timeout: 30_000, interval: 50 }

  test('changes of somebody else’s rows reach nobody who may not read them, and a deletion tells the key alone', async () => {
    const published = await world.sql<{ name: string }[]>`
      select tablename as name from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' order by 1`
    const live = published.map(({ name }) => name)
    const theirs = live.flatMap((table) =>
      world.rowsOf(before, table).filter(({ owner }) => owner === 'other customer'),
    )
    const listeners = await Promise.all(
      roles
        .filter((role) => role !== 'other customer')
        .map(async (role) => {
          const heard: Change[] = []
          const channel = world.of(role).supabase.channel('everything')
          for (const table of live) {
            channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
              heard.push({ eventType: change.eventType, table, new: change.new, old: change.old }),
            )
          }
          return { role, heard, status: await flowing(channel) }
        }),
    )
    expect(listeners.map(({ status }) => status)).toEqual(listeners.map(() => 'ok'))

    // What is generated is not in a change.
    const carried = (table: string) =>
      readable(table).filter((column) => world.tables.find(({ name }) => name === table)?.columns.includes(column))
    const mayHear = (role: Role) => theirs.filter((row) => isGranted(tables[row.table]?.select, role, row))
    const changeThem = (run: (db: TransactionSql, row: OwnedRow) => Promise<unknown>) =>
      world.sql.begin(async (db) => {
        await db`set local session_replication_role = replica`
        for (const row of theirs) await run(db, row)
      })
    await changeThem((db, { table, id }) => db`update ${db(`public.${table}`)} set id = id where id = ${id}`)
    // Rights are looked up when a change is told, so the rows have to be there until then.
    for (const { role, heard } of listeners) {
      await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(mayHear(role).length), waiting)
    }
    await changeThem((db, { table, id }) => db`delete from ${db(`public.${table}`)} where id = ${id}`)
    for (const { role, heard } of listeners) {
      // Everybody is told that there was a deletion, so then all that came before has arrived.
      const deletions = () => heard.filter(({ eventType }) => eventType === 'DELETE')
      await vi.waitFor(() => expect(deletions()).toHaveLength(theirs.length), waiting)
      const told = heard
        .map((change) => ({ role, ...change }))
        .map(said)
        .filter((change) => change !== '')
      expect(told.toSorted()).toEqual(
        [
          ...mayHear(role).map(
            ({ table, id }) => `${role} hears UPDATE ${table} ${id}: ${carried(table).toSorted().join()} was id`,
          ),
          // Without a sign-in there is no more in it than that.
          ...theirs.filter(() => role !== 'anon').map(({ table }) => `${role} hears DELETE ${table}:  was id`),
        ].toSorted(),
      )
    }
    await Promise.all(listeners.map(({ role }) => world.of(role).supabase.removeAllChannels()))
  })

  test('typing is heard in one’s own chat and by chat staff', async () => {
    const joined = async (role: Role, chat: string) => {
      const { supabase } = world.of(role)
      const status = await new Promise((resolve) => {
        supabase.channel(`typing:${chat}`, { config: { private: true } }).subscribe(resolve)
      })
      await supabase.removeAllChannels()
      return status === 'SUBSCRIBED'
    }
    const others = roles.filter((role) => role !== 'other customer')
    const inTheirs = await Promise.all(others.map((role) => joined(role, target().chat)))
    expect(others.filter((_, index) => inTheirs[index])).toEqual(['manage_chat'])
    const inOwn = await Promise.all(roles.map((role) => joined(role, world.of(role).chat)))
    expect(roles.filter((_, index) => inOwn[index])).toEqual(approved)
  })
})

type Change = { eventType: string; table: string; new: Record<string, unknown>; old: Record<string, unknown> }

/** Which columns a change tells of; nothing when it tells of none. */
function said({ role, eventType, table, new: row, old }: Change & { role: Role }): string {
  if (Object.keys(row).length + Object.keys(old).length === 0) return ''
  const which = row.id === undefined ? table : `${table} ${z.string().parse(row.id)}`
  return `${role} hears ${eventType} ${which}: ${Object.keys(row).toSorted().join()} was ${Object.keys(old).join()}`
}

/** 'SUBSCRIBED' comes before changes flow; the system message says that they do. */
const flowing = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (extension === 'postgres_changes') resolve(status)
    })
    channel.subscribe()
  })

describe('edge functions', () => {
  test('are all in the table', () => {
    const folders = readdirSync(new URL('../../../functions', import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
      .map(({ name }) => name)
    expect([...new Set(edgeCalls.map(({ name }) => name))].toSorted()).toEqual(folders.toSorted())
  })

  test.each(edgeCalls.map((call, index) => [`${call.name}, call ${index}`, call] as const))('%s', (_, call) =>
    expectRights(call, async (me) => {
      const response = await fetch(`${world.stack.apiUrl}/functions/v1/${call.name}`, {
        method: 'POST',
        headers: {
          apikey: world.stack.keys.publishable,
          'content-type': 'application/json',
          ...(me.token === null ? {} : { authorization: `Bearer ${me.token}` }),
        },
        body: JSON.stringify(call.body(target(), me)),
      })
      if (!response.ok && ![401, 403, 409].includes(response.status)) throw new Error(`${me.role}: ${response.status}`)
      return { isRefused: !response.ok, data: await response.json() }
    }),
  )
})

const target = () => world.of('other customer')
type Outcome = { isRefused: boolean; data: unknown }

/** First all who are refused, together: nothing may have changed. Then those who are not. */
async function expectRights(
  call: Pick<Call, 'to' | 'ownTo' | 'nothingTo' | 'nothing' | 'isCounted'>,
  run: (me: Person) => Promise<Outcome>,
): Promise<void> {
  const answered = new Set([...call.to, ...(call.ownTo ?? []), ...(call.nothingTo ?? [])])
  const callers = roles.filter((role) => role !== 'other customer')
  const outcomes = new Map<Role, Outcome>()
  const runAs = async (some: readonly Role[]) => {
    if (!call.isCounted) await Promise.all(some.map(async (role) => outcomes.set(role, await run(world.of(role)))))
    else
      for (const role of some) {
        outcomes.set(role, await run(world.of(role)))
        await world.restore(before)
      }
  }
  const problems: string[] = []

  await runAs(callers.filter((role) => !answered.has(role)))
  expect(changedTables(await world.snapshot(), before)).toEqual([])
  await runAs(callers.filter((role) => (call.nothingTo ?? []).includes(role)))
  await runAs(callers.filter((role) => (call.ownTo ?? []).includes(role)))
  expect(changedOf(target(), await world.snapshot(), before)).toEqual([])
  for (const role of callers) {
    const outcome = outcomes.get(role)
    if (outcome === undefined) continue
    if (outcome.isRefused === answered.has(role)) problems.push(`${role}: ${JSON.stringify(outcome)}`)
    if (call.nothingTo?.includes(role) && JSON.stringify(outcome.data) !== JSON.stringify(call.nothing))
      problems.push(`${role}: ${JSON.stringify(outcome)}`)
    if (tellsOf(target(), outcome.data)) problems.push(`${role} learns ${JSON.stringify(outcome.data)}`)
  }
  expect(problems).toEqual([])

  for (const role of call.to) {
    await world.restore(before)
    expect({ role, ...(await run(world.of(role))) }).toMatchObject({ role, isRefused: false })
  }
}

// Everybody may try a PIN or ask for a reset: these count and note that.
const countsOfTries = new Set(['private.attempts', 'private.pin_reset_requests'])

function changedTables(now: Snapshot, then: Snapshot): string[] {
  return [...now.keys()].filter((name) => now.get(name) !== then.get(name))
}

/** The rows, of whatever table, that name this person and are not as they were. */
function changedOf(person: Person, now: Snapshot, then: Snapshot): string[] {
  return changedTables(now, then)
    .filter((name) => !countsOfTries.has(name))
    .filter((name) => String(rowsAbout(person, now, name)) !== String(rowsAbout(person, then, name)))
}
const rowsAbout = (person: Person, state: Snapshot, name: string) =>
  parseRows(state.get(name))
    .map((row) => JSON.stringify(row))
    .filter((row) => tellsOf(person, row))

function tellsOf(
  { id, email, account, chat, transaction, agentRequest, device, role }: Person,
  data: unknown,
): boolean {
  const text = JSON.stringify(data) ?? ''
  return [id, email, account.id, account.number, chat, transaction, agentRequest, device, `Secret ${role}`].some(
    (secret) => text.includes(secret),
  )
}

/** What is refused anyway can be tried all at once. */
function together(action: 'insert' | 'delete', role: Role): string[][] {
  const isOpen = (name: string) => {
    const rights = tables[name]
    const grants = action === 'insert' ? rights?.insert?.grants : rights?.delete
    return (grants ?? []).some(({ to }) => to.includes(role))
  }
  const [open, closed] = [names.filter(isOpen), names.filter((name) => !isOpen(name))]
  return [closed, ...open.map((name) => [name])]
}

const thereOnlyOnce = new Set(['agent_requests', 'chat_conversations'])

async function cameSince(start: Snapshot): Promise<string[]> {
  return rowsMissingIn(start, await world.snapshot())
}
async function goneSince(start: Snapshot): Promise<string[]> {
  return rowsMissingIn(await world.snapshot(), start)
}
function rowsMissingIn(without: Snapshot, state: Snapshot): string[] {
  return sortedLabels(
    names.flatMap((name) => {
      const known = new Set(world.rowsOf(without, name).map(({ id }) => id))
      return world.rowsOf(state, name).filter(({ id }) => !known.has(id))
    }),
  )
}

/** Only what triggers keep up to date. */
const keptByTriggers = new Set(['chat_conversations.updated_at'])

/** Which columns of which rows are not as they were. */
async function changedCells(): Promise<string[]> {
  const after = await world.snapshot()
  return names
    .flatMap((table) => {
      const now = new Map(world.rowsOf(after, table).map((row) => [row.id, row]))
      return world.rowsOf(before, table).flatMap((row) =>
        columnsOf(table)
          .filter((column) => !keptByTriggers.has(`${table}.${column}`))
          .filter((column) => JSON.stringify(now.get(row.id)?.values[column]) !== JSON.stringify(row.values[column]))
          .map((column) => `${label(row)}: ${column}`),
      )
    })
    .toSorted()
}

/** The world without what may be there only once. */
async function emptied(): Promise<Snapshot> {
  await world.empty('agent_requests')
  return world.snapshot()
}
