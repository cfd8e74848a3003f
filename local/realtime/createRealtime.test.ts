import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { signJwt } from '../auth/jwt'
import { startTemporaryStack } from '../template'
import { createRealtime, type Realtime } from './createRealtime'

// What only the server's side can bring about: lost streams, restarts, clients that do not read. What clients see of a
// healthy relay is in local/contract/realtime.test.ts.

// Node 20 has none of its own, and clients look for one.
vi.stubGlobal('WebSocket', WebSocket)

const waiting = { timeout: 20_000, interval: 20 }
const megabyte = 1024 * 1024

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

test('a relay that loses the log reads on, and tells its clients to read anew', async () => {
  const { id, rows, subscriptions } = await listen()
  await sql`select pg_terminate_backend(active_pid) from pg_replication_slots where active and slot_name like 'realtime_%'`
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'realtime'`

  await vi.waitFor(() => expect(subscriptions()).toBe(2), waiting)
  await sql`insert into public.relay_rows (user_id, title) values (${id}, 'after the loss')`
  await vi.waitFor(() => expect(rows).toEqual(['after the loss']), waiting)
})

test('clients join again by themselves after the server was away', async () => {
  const { id, rows, subscriptions } = await listen()
  const { port } = relay
  await stopRelay()
  relay = await startRelay(port)

  await vi.waitFor(() => expect(subscriptions()).toBe(2), waiting)
  await sql`insert into public.relay_rows (user_id, title) values (${id}, 'after the restart')`
  await vi.waitFor(() => expect(rows).toEqual(['after the restart']), waiting)
})

test('a column that is added while changes flow is in the next row', async () => {
  const { id, changes } = await listen()
  await sql`alter table public.relay_rows add column note text default 'noted'`
  await sql`insert into public.relay_rows (user_id) values (${id})`
  await vi.waitFor(() => expect(changes).toMatchObject([{ new: { note: 'noted' } }]), waiting)
})

test('a right that is withdrawn counts for the very next row', async () => {
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

test('a row that is in the log before others can see it is not lost', async () => {
  const { id, rows } = await listen()
  // A commit that waits for a standby is exactly that: written, sent to whoever reads the log, and visible to nobody.
  await sql`alter system set synchronous_standby_names = 'nobody'`
  await sql`select pg_reload_conf()`
  try {
    const writing: Promise<unknown>[] = []
    const write = (userId: string, title: string) =>
      writing.push(sql`insert into public.relay_rows (user_id, title) values (${userId}, ${title})`.execute())
    const waits = async () => {
      const found = await sql`select wait_event from pg_stat_activity where wait_event in ('SyncRep', 'PgSleep')`
      return new Set(found.map((row) => String(row.wait_event)))
    }
    // The setting reaches the server's processes one after the other: it holds once a stranger's commit waits.
    await vi.waitFor(
      async () => {
        write(randomUUID(), 'a stranger')
        expect(await waits()).toContain('SyncRep')
      },
      { ...waiting, interval: 200 },
    )
    write(id, 'written')
    await vi.waitFor(async () => expect(await waits()).toEqual(new Set(['PgSleep', 'SyncRep'])), waiting)
    await sql`alter system reset synchronous_standby_names`
    await sql`select pg_reload_conf()`
    await Promise.all(writing)
  } finally {
    await sql`alter system reset synchronous_standby_names`
    await sql`select pg_reload_conf()`
  }
  await vi.waitFor(() => expect(rows).toEqual(['written']), waiting)
})

test('with the whole row as replica identity, an update also tells the old row and a delete still tells the key alone', async () => {
  await sql`alter table public.relay_rows replica identity full`
  const { id, changes } = await listen()
  const long = randomUUID().repeat(500) // long enough to be stored apart, and then not repeated in the log
  const [row] = await sql`insert into public.relay_rows (user_id, title) values (${id}, ${long}) returning id::int`
  await sql`update public.relay_rows set note = 'new' where user_id = ${id}`
  await vi.waitFor(() => expect(changes).toHaveLength(2), waiting) // nobody can be asked about a row that is gone
  await sql`delete from public.relay_rows where user_id = ${id}`
  await vi.waitFor(() => expect(changes).toHaveLength(3), waiting)
  expect(changes[1]).toMatchObject({ new: { title: long, note: 'new' }, old: { title: long, note: 'noted' } })
  expect(changes[2]?.old).toEqual({ id: row?.id })
  await sql`alter table public.relay_rows replica identity default`
})

test('a policy that fails shuts out the one whom it fails for, and no row is in the log', async () => {
  const troubled = await listen()
  const { id, rows } = await listen()
  await sql.unsafe(`
    create policy "Fails" on public.relay_rows as restrictive for select to authenticated
      using (case when auth.uid() = '${troubled.id}' then 1 / (id - id) = 1 else true end)`)
  await sql`insert into public.relay_rows (user_id, title) values (${troubled.id}, 'private words'), (${id}, 'fine')`
  await vi.waitFor(() => expect(rows).toEqual(['fine']), waiting)
  await sql`drop policy "Fails" on public.relay_rows`
  await sql`insert into public.relay_rows (user_id, title) values (${troubled.id}, 'well again')`
  await vi.waitFor(() => expect(troubled.rows).toEqual(['well again']), waiting)
  expect(lines.join('\n')).not.toContain('private words')
})

test('a subscriber that does not read is dropped, and holds up nobody', async () => {
  const heard: number[] = []
  const reader = newClient().channel('loud')
  reader.on('broadcast', { event: 'noise' }, ({ payload }) => heard.push(Number(payload.n)))
  await new Promise((resolve) => reader.subscribe(resolve))

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
    const body = JSON.stringify({ messages: [{ topic: 'loud', event: 'noise', payload: { n, filler } }] })
    const request = new Request('http://localhost/realtime/v1/api/broadcast', { method: 'POST', body })
    expect((await relay.realtime.fetch(request, { role: 'anon', token: null, address: '' })).status).toBe(202)
    await vi.waitFor(() => expect(heard).toHaveLength(n + 1), waiting)
  }
  sleeper.resume()
  await vi.waitFor(() => expect(isClosed).toHaveBeenCalled(), waiting)
  expect(heard).toEqual(Array.from({ length: 40 }, (_, n) => n))
})

test.each([
  ['no key', '', 'API key is missing'],
  ['a key of another project', 'sb_publishable_other', 'The token provided is not a valid JWT'],
])('a socket with %s is refused', async (_, key, reason) => {
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

test('nothing but a signed-in person, the anonymous and the service may speak', async () => {
  const token = signJwt({ role: 'supabase_admin', exp: inAnHour() }, stack.keys.jwtSecret)
  const request = new Request('http://localhost/realtime/v1/api/broadcast', { method: 'POST', body: '{"messages":[]}' })
  expect((await relay.realtime.fetch(request, { role: 'anon', token, address: '' })).status).toBe(401)
})

async function startRelay(port: number) {
  const realtime = await createRealtime({
    url: stack.adminUrl,
    jwtSecret: stack.keys.jwtSecret,
    publishableKey: stack.keys.publishable,
    secretKey: stack.keys.secret,
    log: (line) => lines.push(line),
  })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => realtime.upgrade(request, socket, head))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { realtime, server, port: address.port }
}

async function stopRelay() {
  await relay.realtime.close()
  await new Promise((resolve) => relay.server.close(resolve))
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

function newClient() {
  const client = createClient(`http://127.0.0.1:${relay.port}`, stack.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  clients.push(client)
  return client
}

/** A new person who listens to their own rows, and how often they were told that changes flow. */
async function listen() {
  const id = randomUUID()
  const rows: unknown[] = []
  const changes: { new: Record<string, unknown>; old: Record<string, unknown> }[] = []
  const told = vi.fn<() => void>()
  const client = newClient()
  await client.realtime.setAuth(signJwt({ role: 'authenticated', sub: id, exp: inAnHour() }, stack.keys.jwtSecret))
  const filter = { event: '*', schema: 'public', table: 'relay_rows' } as const
  client
    .channel(id)
    .on<Record<string, unknown>>('postgres_changes', filter, (change) => {
      rows.push('title' in change.new ? change.new.title : change.eventType)
      changes.push({ new: change.new, old: change.old })
    })
    .on('system', {}, (message: { extension: string; status: string }) => {
      if (message.extension === 'postgres_changes' && message.status === 'ok') told()
    })
    .subscribe()
  const subscriptions = () => told.mock.calls.length
  await vi.waitFor(() => expect(subscriptions()).toBe(1), waiting)
  return { id, rows, changes, subscriptions }
}
