import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres, { type PendingQuery, type Row, type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { signJwt } from '../auth/jwt'
import { keys } from '../settings'
import { startTemporaryStack } from '../template'
import { createRealtime, type Realtime } from './createRealtime'

// Covers lost streams, restarts and clients that do not read. local/contract/realtime.test.ts covers what clients see of a
// healthy relay.

// The client needs a WebSocket, and Node 20 has none.
const waiting = { timeout: 20_000, interval: 20 }
const megabyte = 1024 * 1024
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

let stack: Awaited<ReturnType<typeof startTemporaryStack>>
let sql: Sql
let relay: { realtime: Realtime; server: Server; port: number }
const lines: string[] = []
const clients: SupabaseClient[] = []

beforeAll(async () => {
  stack = await startTemporaryStack()
  sql = postgres(stack.adminUrl, { max: 20, onnotice() {} })
  await sql.unsafe(`
    create table public.relay_rows (id bigint generated always as identity primary key, user_id uuid, title text);
    alter table public.relay_rows enable row level security;
    grant select on public.relay_rows to authenticated;
    create policy "Own rows" on public.relay_rows for select to authenticated using (user_id = auth.uid());
    alter publication supabase_realtime add table public.relay_rows;`)
  relay = await startRelay(0)
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()))
})

afterAll(async () => {
  await stopRelay()
  await sql.end()
  await stack.destroy()
})

test('reads on after a lost replication stream, and makes clients refetch', async () => {
  const { id, rows, subscriptions } = await listen()
  const joins = vi.fn<(status: string) => void>()
  newClient().channel('broadcasts only').subscribe(joins)
  await vi.waitFor(() => expect(joins).toHaveBeenCalledWith('SUBSCRIBED'), waiting)
  await sql`select pg_terminate_backend(active_pid) from pg_replication_slots where active and slot_name like 'realtime_%'`
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'realtime'`

  await vi.waitFor(() => expect(subscriptions()).toBe(2), waiting)
  await sql`insert into public.relay_rows (user_id, title) values (${id}, 'after the loss')`
  await vi.waitFor(() => expect(rows).toEqual(['after the loss']), waiting)
  await vi.waitFor(
    () => expect(joins.mock.calls.map(([status]) => status)).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']),
    waiting,
  )
})

test('clients rejoin after a restart of the relay', async () => {
  const { id, rows, subscriptions } = await listen()
  const { port } = relay
  await stopRelay()
  relay = await startRelay(port)

  await vi.waitFor(() => expect(subscriptions()).toBe(2), waiting)
  await sql`insert into public.relay_rows (user_id, title) values (${id}, 'after the restart')`
  await vi.waitFor(() => expect(rows).toEqual(['after the restart']), waiting)
})

test('includes a new column in the next row', async () => {
  const { id, changes } = await listen()
  await sql`alter table public.relay_rows add column note text default 'noted'`
  await sql`insert into public.relay_rows (user_id) values (${id})`
  await vi.waitFor(() => expect(changes).toMatchObject([{ new: { note: 'noted' } }]), waiting)
})

test('applies a revoked grant to the next row', async () => {
  const { id, changes } = await listen()
  await sql.unsafe(`
    revoke select on public.relay_rows from authenticated;
    grant select (id, user_id) on public.relay_rows to authenticated;
    insert into public.relay_rows (user_id, title) values ('${id}', 'hidden now');`)
  await vi.waitFor(
    () => expect(changes.map((change) => change.new)).toEqual([{ id: expect.any(Number), user_id: id }]),
    waiting,
  )
  await sql`grant select on public.relay_rows to authenticated`
})

test('a row that is in the log before it is visible is not lost', async () => {
  const { id, rows } = await listen()
  await whileUnseen(() => sql`insert into public.relay_rows (user_id, title) values (${id}, 'written')`)
  await vi.waitFor(() => expect(rows).toEqual(['written']), waiting)
})

test('a broadcast from SQL arrives once other transactions see what it tells about', async () => {
  const seen: unknown[] = []
  const channel = newClient().channel('changes')
  channel.on('broadcast', { event: 'changed' }, () => {
    void sql`select from public.relay_rows where title = 'told'`.then(({ count }) => seen.push(count))
  })
  await new Promise((resolve) => channel.subscribe(resolve))
  await whileUnseen(
    () => sql`
      with told as (insert into public.relay_rows (title) values ('told') returning id)
      select realtime.send('{}', 'changed', 'changes', false) from told`,
  )
  await vi.waitFor(() => expect(seen).toEqual([1]), waiting)
})

test('with replica identity full, an update has the old row and a delete has only the key', async () => {
  await sql`alter table public.relay_rows replica identity full`
  const { id, changes } = await listen()
  const long = randomUUID().repeat(500) // long enough for TOAST: an update does not repeat it in the log
  const [row] = await sql`insert into public.relay_rows (user_id, title) values (${id}, ${long}) returning id::int`
  await sql`update public.relay_rows set note = 'new' where user_id = ${id}`
  await vi.waitFor(() => expect(changes).toHaveLength(2), waiting) // no policy can check a deleted row
  await sql`delete from public.relay_rows where user_id = ${id}`
  await vi.waitFor(() => expect(changes).toHaveLength(3), waiting)
  expect(changes[1]).toMatchObject({ new: { title: long, note: 'new' }, old: { title: long, note: 'noted' } })
  expect(changes[2]?.old).toEqual({ id: row?.id })
  await sql`alter table public.relay_rows replica identity default`
})

test('a failing policy excludes only the user it fails for, and no row is logged', async () => {
  const troubled = await listen()
  const { id, rows } = await listen()
  await sql.unsafe(`
    create policy "Fails" on public.relay_rows as restrictive for select to authenticated
      using (case when auth.uid() = '${troubled.id}' then 1 / (id - id) = 1 else true end)`)
  await sql`insert into public.relay_rows (user_id, title) values (${troubled.id}, 'private text'), (${id}, 'fine')`
  await vi.waitFor(() => expect(rows).toEqual(['fine']), waiting)
  await sql`drop policy "Fails" on public.relay_rows`
  await sql`insert into public.relay_rows (user_id, title) values (${troubled.id}, 'after the fix')`
  await vi.waitFor(() => expect(troubled.rows).toEqual(['after the fix']), waiting)
  expect(lines.join('\n')).not.toContain('private text')
})

test('disconnects a subscriber that does not read, without delaying others', async () => {
  const received: number[] = []
  const reader = newClient().channel('loud')
  reader.on('broadcast', { event: 'noise' }, ({ payload }) => received.push(Number(payload.n)))
  await new Promise((resolve) => reader.subscribe(resolve))

  const sender = newClient().channel('loud')
  await new Promise((resolve) => sender.subscribe(resolve))
  const sleeper = new WebSocket(
    `ws://127.0.0.1:${relay.port}/realtime/v1/websocket?vsn=2.0.0&apikey=${stack.keys.publishable}`,
  )
  const isClosed = vi.fn<() => void>()
  sleeper.on('close', isClosed)
  await new Promise((resolve) => sleeper.on('open', resolve))
  sleeper.send(JSON.stringify(['1', '1', 'realtime:loud', 'phx_join', { config: {} }]))
  await new Promise((resolve) => sleeper.once('message', resolve))
  sleeper.pause()

  const filler = 'x'.repeat(megabyte)
  for (let n = 0; n < 40; n += 1) {
    await sender.send({ type: 'broadcast', event: 'noise', payload: { n, filler } })
    await vi.waitFor(() => expect(received).toHaveLength(n + 1), waiting)
  }
  sleeper.resume()
  await vi.waitFor(() => expect(isClosed).toHaveBeenCalled(), waiting)
  expect(received).toEqual(Array.from({ length: 40 }, (_, n) => n))
})

test.each([
  ['no key', '', 'API key is missing'],
  ['a key of another project', 'sb_publishable_other', 'The token provided is not a valid JWT'],
  [
    'a token of another role',
    await signJwt({ role: 'supabase_admin', exp: inAnHour() }, keys.jwtSecret),
    'Role supabase_admin is not an API role',
  ],
])('refuses a socket with %s', async (_, key, reason) => {
  const response = new Promise<{ status?: number; body: string }>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${relay.port}/realtime/v1/websocket?apikey=${key}`)
    socket.on('error', () => {})
    socket.on('unexpected-response', (_request, message) => {
      let body = ''
      message.on('data', (chunk: Buffer) => (body += chunk.toString()))
      message.on('end', () => resolve({ status: message.statusCode, body }))
    })
  })
  expect(await response).toEqual({ status: 401, body: JSON.stringify({ error: reason }) })
})

/** Commits a write that is in the log, but not visible to other transactions until the relay has begun to wait for it. */
async function whileUnseen(write: () => PendingQuery<Row[]>) {
  // Such a commit waits for a standby.
  await sql`alter system set synchronous_standby_names = 'missing'`
  await sql`select pg_reload_conf()`
  try {
    const writing: Promise<unknown>[] = []
    const waits = async () => {
      const found = await sql`select wait_event from pg_stat_activity where wait_event in ('SyncRep', 'PgSleep')`
      return new Set(found.map((row) => String(row.wait_event)))
    }
    // Server processes read the setting one after the other: it is active once another commit waits.
    await vi.waitFor(
      async () => {
        writing.push(sql`insert into public.relay_rows (title) values ('of no user')`.execute())
        expect(await waits()).toContain('SyncRep')
      },
      { ...waiting, interval: 200 },
    )
    writing.push(write().execute())
    await vi.waitFor(async () => expect(await waits()).toEqual(new Set(['PgSleep', 'SyncRep'])), waiting)
    await sql`alter system reset synchronous_standby_names`
    await sql`select pg_reload_conf()`
    await Promise.all(writing)
  } finally {
    await sql`alter system reset synchronous_standby_names`
    await sql`select pg_reload_conf()`
  }
}

async function startRelay(port: number) {
  const realtime = await createRealtime({
    url: stack.adminUrl,
    jwtSecret: stack.keys.jwtSecret,
    publishableKey: stack.keys.publishable,
    secretKey: stack.keys.secret,
    log: (line) => lines.push(line),
  })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => void realtime.upgrade(request, socket, head))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { realtime, server, port: address.port }
}

async function stopRelay() {
  await relay.realtime.close()
  await new Promise((resolve) => relay.server.close(resolve))
}

function newClient() {
  const client = createClient(`http://127.0.0.1:${relay.port}`, stack.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  clients.push(client)
  return client
}

/** A new user who listens to their own rows. `subscriptions` counts the system messages of active subscriptions. */
async function listen() {
  const id = randomUUID()
  const rows: unknown[] = []
  const changes: { new: Record<string, unknown>; old: Record<string, unknown> }[] = []
  const subscribed = vi.fn<() => void>()
  const client = newClient()
  await client.realtime.setAuth(
    await signJwt({ role: 'authenticated', sub: id, exp: inAnHour() }, stack.keys.jwtSecret),
  )
  const filter = { event: '*', schema: 'public', table: 'relay_rows' } as const
  client
    .channel(id)
    .on<Record<string, unknown>>('postgres_changes', filter, (change) => {
      rows.push('title' in change.new ? change.new.title : change.eventType)
      changes.push({ new: change.new, old: change.old })
    })
    .on('system', {}, (message: { extension: string; status: string }) => {
      if (message.extension === 'postgres_changes' && message.status === 'ok') subscribed()
    })
    .subscribe()
  const subscriptions = () => subscribed.mock.calls.length
  await vi.waitFor(() => expect(subscriptions()).toBe(1), waiting)
  return { id, rows, changes, subscriptions }
}
