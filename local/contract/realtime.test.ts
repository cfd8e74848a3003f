import { randomUUID } from 'node:crypto'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signJwt } from '../auth/jwt'
import { openTarget, type Target } from './target'

type Change = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown>; errors: string[] | null }
type SystemMessage = { extension: string; status: string; message: string }
type User = { id: string; client: SupabaseClient; signInFor(secondsToLive: number): Promise<void> }

// The client needs a WebSocket, and Node 20 has none.
/** A prefix for topics, which separates them from the policies and messages of other runs. */
const run = `contract-${randomUUID().slice(0, 8)}`

let target: Target
let sql: Sql
let alice: User
let bob: User
const users: User[] = []

beforeAll(async () => {
  target = await openTarget()
  sql = postgres(target.databaseUrl, { max: 2, onnotice() {} })
  await dropFixtures()
  await sql.unsafe(`
    create table public.contract_rows (
      id bigint generated always as identity primary key,
      user_id uuid not null,
      title text not null default '',
      amount numeric(14, 2) not null default 0,
      secret text not null default 'not for customers');
    alter table public.contract_rows enable row level security;
    grant select (id, user_id, title, amount) on public.contract_rows to authenticated;
    create policy "Contract: own rows" on public.contract_rows
      for select to authenticated using (user_id = (select auth.uid()));
    create table public.contract_unpublished (id bigint primary key);
    grant select on public.contract_unpublished to authenticated;
    alter publication supabase_realtime add table public.contract_rows;`)
  await asOwnerOfMessages(`
    create policy "Contract: read" on realtime.messages for select to authenticated
      using (realtime.topic() in ('${run}:of:' || (select auth.uid()), '${run}:announcements'));
    create policy "Contract: write" on realtime.messages for insert to authenticated
      with check (realtime.topic() = '${run}:of:' || (select auth.uid()));`)
})

afterAll(async () => {
  await dropFixtures()
  await sql.end()
  await target.close()
})

beforeEach(async () => {
  alice = await newUser()
  bob = await newUser()
})

afterEach(async () => {
  await Promise.all(users.splice(0).map(({ client }) => client.removeAllChannels()))
})

describe('table changes', () => {
  test('deliver a row only to its owner', async () => {
    const toAlice = await listen(alice)
    const toBob = await listen(bob)
    await insert(alice, { title: 'for Alice' })
    await insert(bob, { title: 'for Bob' })

    await toAlice.waitFor(1)
    await toBob.waitFor(1)
    expect(toAlice.changes[0]).toMatchObject({ eventType: 'INSERT', new: { user_id: alice.id, title: 'for Alice' } })
    expect(toBob.changes.map((change) => change.new.title)).toEqual(['for Bob'])
  })

  test('deliver only rows that pass the filter', async () => {
    const large = await listen(alice, { filter: 'amount=gt.10' })
    const listed = await listen(alice, { filter: 'title=in.(rent,bonus)' })
    const own = await listen(alice, { filter: `user_id=eq.${alice.id}` })
    await insert(alice, { title: 'coffee', amount: 3 })
    await insert(alice, { title: 'rent', amount: 700 })
    await insert(alice, { title: 'salary', amount: 50.25 })

    await own.waitFor(3)
    await large.waitFor(2)
    await listed.waitFor(1)
    expect(large.changes.map((change) => change.new.amount)).toEqual([700, 50.25])
    expect(listed.changes.map((change) => change.new.title)).toEqual(['rent'])
  })

  test('hold the new row and the key of the old row for an update', async () => {
    const id = await insert(alice, { title: 'before' })
    const toAlice = await listen(alice, { event: 'UPDATE' })
    await sql`update public.contract_rows set title = 'after' where id = ${id}`

    await toAlice.waitFor(1)
    expect(toAlice.changes[0]).toMatchObject({ eventType: 'UPDATE', new: { id, title: 'after' } })
    expect(toAlice.changes[0]?.old).toEqual({ id })
  })

  test('deliver a delete to every subscriber, with the key only, unless a filter names another column', async () => {
    const id = await insert(alice, {})
    const toBob = await listen(bob)
    const filtered = await listen(alice, { filter: `user_id=eq.${alice.id}` })
    await sql`delete from public.contract_rows where id = ${id}`
    await insert(alice, { title: 'after the delete' })

    await toBob.waitFor(1)
    expect(toBob.changes[0]).toMatchObject({ eventType: 'DELETE', new: {} })
    expect(toBob.changes[0]?.old).toEqual({ id })
    await filtered.waitFor(1)
    expect(filtered.changes.map((change) => change.eventType)).toEqual(['INSERT'])
  })

  test('table changes do not include rows that were rolled back', async () => {
    const toAlice = await listen(alice)
    const undone = sql.begin(async (transaction) => {
      await transaction`insert into public.contract_rows (user_id, title) values (${alice.id}, 'undone')`
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    await insert(alice, { title: 'done' })

    await toAlice.waitFor(1)
    expect(toAlice.changes.map((change) => change.new.title)).toEqual(['done'])
  })

  test('arrive in the order of the commit', async () => {
    const toAlice = await listen(alice)
    await sql`insert into public.contract_rows (user_id, amount) select ${alice.id}, n from generate_series(1, 50) n`

    await toAlice.waitFor(50)
    expect(toAlice.changes.map((change) => change.new.amount)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  })

  test('leave out columns without a grant', async () => {
    const toAlice = await listen(alice)
    await insert(alice, { title: 'visible' })

    await toAlice.waitFor(1)
    expect(Object.keys(toAlice.changes[0]?.new ?? {}).toSorted()).toEqual(['amount', 'id', 'title', 'user_id'])
  })

  test('table changes are refused for an unpublished table and for a filter on a column without a grant', async () => {
    const unpublished = await join(alice, randomTopic(), { changes: { table: 'contract_unpublished' } })
    expect(await unpublished.systemMessage('postgres_changes')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('Please check Realtime is enabled'),
    })
    const hidden = await join(alice, randomTopic(), { changes: { table: 'contract_rows', filter: 'secret=eq.x' } })
    expect(await hidden.systemMessage('postgres_changes')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('invalid column for filter secret'),
    })
  })
})

describe('broadcasts', () => {
  test('reach the other members from sockets and from SQL, and the sender only on request', async () => {
    const topic = randomTopic()
    const first = await join(alice, topic, { config: { broadcast: { ack: true } } })
    const second = await join(bob, topic, { config: { broadcast: { self: true, ack: true } } })
    expect(await first.send({ from: 'first' })).toBe('ok')
    expect(await second.send({ from: 'second' })).toBe('ok')
    await second.waitForBroadcasts(2)
    await sql`select realtime.send('{"from":"SQL"}'::jsonb, 'typing', ${topic}, false)`

    await second.waitForBroadcasts(3)
    expect(second.broadcasts).toMatchObject([{ from: 'first' }, { from: 'second' }, { from: 'SQL' }])
    await first.waitForBroadcasts(2)
    expect(first.broadcasts).toMatchObject([{ from: 'second' }, { from: 'SQL' }])
  })

  test('open a private channel only for users who may read its messages', async () => {
    const topic = `${run}:of:${alice.id}`
    const config = { private: true, broadcast: { ack: true } }
    const own = await join(alice, topic, { config })
    expect(own.status).toBe('SUBSCRIBED')
    const intruder = await join(bob, topic, { config })
    expect(intruder.status).toBe('CHANNEL_ERROR')
    expect(intruder.error).toContain('Unauthorized: You do not have permissions to read from this Channel topic')
  })

  test('drop a message of a user who may read but not write on a private channel', async () => {
    const topic = `${run}:announcements`
    const config = { private: true, broadcast: { self: true } }
    const listener = await join(bob, topic, { config })
    const speaker = await join(alice, topic, { config })
    expect(speaker.status).toBe('SUBSCRIBED')
    await speaker.send({ from: 'Alice' })
    await sql`select realtime.send('{"from":"the server"}'::jsonb, 'typing', ${topic}, true)`

    await listener.waitForBroadcasts(1)
    await speaker.waitForBroadcasts(1)
    expect(listener.broadcasts).toMatchObject([{ from: 'the server' }])
    expect(speaker.broadcasts).toMatchObject([{ from: 'the server' }])
  })

  test('broadcasts do not pass between a public and a private channel with the same name', async () => {
    const topic = `${run}:of:${alice.id}`
    const inside = await join(alice, topic, { config: { private: true, broadcast: { self: true, ack: true } } })
    const outside = await join(bob, topic, { config: { broadcast: { self: true, ack: true } } })
    expect(outside.status).toBe('SUBSCRIBED')
    expect(await inside.send({ from: 'inside' })).toBe('ok')
    expect(await outside.send({ from: 'outside' })).toBe('ok')

    await inside.waitForBroadcasts(1)
    await outside.waitForBroadcasts(1)
    expect(inside.broadcasts).toMatchObject([{ from: 'inside' }])
    expect(outside.broadcasts).toMatchObject([{ from: 'outside' }])
  })
})

describe('tokens', () => {
  test('keep a channel open when they are refreshed before they expire', async () => {
    await alice.signInFor(3)
    const endOfFirst = Date.now() + 3000
    const toAlice = await join(alice, randomTopic(), { changes: { table: 'contract_rows' } })
    await alice.signInFor(60)
    expect(await toAlice.systemMessage('postgres_changes')).toMatchObject({ status: 'ok' })
    await vi.waitUntil(() => Date.now() > endOfFirst + 500, waiting)
    await insert(alice, { title: 'after the first token' })

    await toAlice.waitFor(1)
    expect(toAlice.statuses).toEqual(['SUBSCRIBED'])
  })

  test('close the channel when they expire', async () => {
    await alice.signInFor(2)
    const channel = await join(alice, randomTopic())

    expect((await channel.systemMessage('system')).message).toContain('Token has expired')
    await vi.waitFor(() => expect(channel.statuses).toContain('CLOSED'), waiting)
  })

  test('open no channel when they are expired or forged', async () => {
    await alice.signInFor(-5)
    const expired = await join(alice, randomTopic())
    expect(expired.status).toBe('CHANNEL_ERROR')
    expect(expired.error).toContain('InvalidJWTToken: Token has expired')

    const forged = await signJwt({ role: 'authenticated', sub: bob.id, exp: inSeconds(60) }, 'another secret'.repeat(3))
    await bob.client.realtime.setAuth(forged)
    const refused = await join(bob, randomTopic())
    expect(refused.status).toBe('CHANNEL_ERROR')
  })
})

const waiting = { timeout: 15_000, interval: 20 }
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const randomTopic = () => `${run}:${randomUUID()}`

/** A user with a separate client. Channels check only the claims, so no sign-up is needed. */
async function newUser(): Promise<User> {
  const id = randomUUID()
  const client = createClient(target.apiUrl, target.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const signInFor = async (secondsToLive: number) => {
    const claims = { role: 'authenticated', aud: 'authenticated', sub: id, exp: inSeconds(secondsToLive) }
    return client.realtime.setAuth(await signJwt(claims, target.jwtSecret))
  }
  await signInFor(600)
  const user = { id, client, signInFor }
  users.push(user)
  return user
}

async function insert({ id }: User, row: { title?: string; amount?: number }): Promise<number> {
  const [made] = await sql<{ id: string }[]>`
    insert into public.contract_rows ${sql({ user_id: id, ...row })} returning id`
  return Number(made?.id)
}

/** A channel whose subscription to `contract_rows` is active. */
async function listen(user: User, filter: { event?: '*' | 'UPDATE'; filter?: string } = {}) {
  const joined = await join(user, randomTopic(), { changes: { table: 'contract_rows', ...filter } })
  expect(await joined.systemMessage('postgres_changes')).toMatchObject({ status: 'ok' })
  return joined
}

async function join(
  { client }: User,
  topic: string,
  options: {
    changes?: { table: string; event?: '*' | 'UPDATE'; filter?: string }
    config?: { private?: boolean; broadcast?: { self?: boolean; ack?: boolean } }
  } = {},
) {
  const changes: Change[] = []
  const broadcasts: unknown[] = []
  const system: SystemMessage[] = []
  const statuses: string[] = []
  let error: string | undefined
  const channel: RealtimeChannel = client.channel(topic, { config: options.config ?? {} })
  channel.on('system', {}, (message: SystemMessage) => system.push(message))
  channel.on('broadcast', { event: 'typing' }, (message) => broadcasts.push(message.payload))
  if (options.changes) {
    const { table, event = '*', filter } = options.changes
    channel.on<Record<string, unknown>>(
      'postgres_changes',
      { event: '*', schema: 'public', table, filter },
      (change) => {
        if (event === '*' || event === change.eventType) changes.push({ ...change, new: change.new, old: change.old })
      },
    )
  }
  channel.subscribe((status, problem) => {
    statuses.push(status)
    error ??= problem?.message
  })
  await vi.waitFor(() => expect(statuses).not.toEqual([]), waiting)

  const systemMessage = async (extension: string) =>
    vi.waitFor(() => {
      const message = system.find((candidate) => candidate.extension === extension)
      if (!message) throw new Error(`no system message about ${extension} yet`)
      return message
    }, waiting)
  return {
    channel,
    changes,
    broadcasts,
    statuses,
    status: statuses[0],
    error,
    systemMessage,
    waitFor: (count: number) => vi.waitFor(() => expect(changes).toHaveLength(count), waiting),
    waitForBroadcasts: (count: number) => vi.waitFor(() => expect(broadcasts).toHaveLength(count), waiting),
    send: (payload: object) => channel.send({ type: 'broadcast', event: 'typing', payload }),
  }
}

/**
 * The platform lets `postgres` create policies on realtime.messages, although it does not own the table. The local stack
 * allows that in migrations only, so here the superuser creates them.
 */
async function asOwnerOfMessages(statements: string) {
  try {
    await sql.unsafe(statements)
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== '42501') throw error
    const url = new URL(target.databaseUrl)
    url.username = 'supabase_admin'
    const owner = postgres(url.href, { max: 1, onnotice() {} })
    await owner.unsafe(statements)
    await owner.end()
  }
}

async function dropFixtures() {
  await sql.unsafe('drop table if exists public.contract_rows, public.contract_unpublished')
  await asOwnerOfMessages(`
    drop policy if exists "Contract: read" on realtime.messages;
    drop policy if exists "Contract: write" on realtime.messages;`)
}
