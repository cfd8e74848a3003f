import { randomUUID } from 'node:crypto'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startTemporaryStack, type TemporaryStack } from '../../../local/template'
import type { Database } from '../../../src/lib/database.types'

// What the rights of chat tables and channels come to over the wire.
vi.stubGlobal('WebSocket', WebSocket)

type Client = { id: string; supabase: SupabaseClient<Database> }
const waiting = { timeout: 20_000, interval: 50 }
let stack: TemporaryStack
let sql: postgres.Sql
let alice: Client
let bob: Client
let agent: Client
let chat: string

async function signUp(): Promise<Client> {
  const supabase = createClient<Database>(stack.apiUrl, stack.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await supabase.auth.signUp({ email: `${randomUUID()}@test.example`, password: randomUUID() })
  if (error) throw error
  if (!data.session) throw new Error('sign-up gave no session')
  await sql`update public.profiles set approved = true where id = ${data.session.user.id}`
  await supabase.realtime.setAuth(data.session.access_token)
  return { id: data.session.user.id, supabase }
}

beforeAll(async () => {
  stack = await startTemporaryStack()
  sql = postgres(stack.databaseUrl, { onnotice: () => undefined })
  ;[alice, bob, agent] = [await signUp(), await signUp(), await signUp()]
  await sql`insert into public.user_roles (user_id, role) values (${agent.id}, 'admin')`
  await sql`insert into public.admin_permissions (admin_id, permission) values (${agent.id}, 'manage_chat')`
  const opened = await alice.supabase
    .from('chat_conversations')
    .insert({ user_id: alice.id })
    .select('id')
    .single()
    .throwOnError()
  chat = opened.data.id
})

afterAll(async () => {
  for (const client of [alice, bob, agent]) await client.supabase.removeAllChannels()
  await sql.end()
  await stack.destroy()
})

const statusOf = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.subscribe((status) => resolve(status))
  })

/** 'SUBSCRIBED' comes before changes flow; the system message says that they do. */
const flowing = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (extension === 'postgres_changes') resolve(status)
    })
    channel.subscribe()
  })

describe('the typing channel', () => {
  const join = async ({ supabase }: Client, config: object = { private: true }) => {
    const heard: unknown[] = []
    const channel = supabase.channel(`typing:${chat}`, { config })
    channel.on('broadcast', { event: 'typing' }, ({ payload }) => heard.push(payload))
    return { channel, heard, status: await statusOf(channel) }
  }

  test('lets in nobody but the customer and chat staff, who hear each other', async () => {
    expect((await join(bob)).status).toBe('CHANNEL_ERROR')
    const customer = await join(alice)
    const staff = await join(agent)
    expect([customer.status, staff.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    // Without `private` it is another room of the same name.
    await bob.supabase.removeAllChannels()
    const outside = await join(bob, {})
    await outside.channel.send({ type: 'broadcast', event: 'typing', payload: { sender_type: 'nobody' } })
    await customer.channel.send({ type: 'broadcast', event: 'typing', payload: { sender_type: 'user' } })
    await staff.channel.send({ type: 'broadcast', event: 'typing', payload: { sender_type: 'agent' } })
    await vi.waitFor(() => expect(staff.heard).toEqual([{ sender_type: 'user' }]), waiting)
    await vi.waitFor(() => expect(customer.heard).toEqual([{ sender_type: 'agent' }]), waiting)
    expect(outside.heard).toEqual([])
  })
})

test('messages reach the customer and chat staff, and no other customer', async () => {
  const heard = new Map<Client, string[]>()
  for (const client of [alice, bob, agent]) {
    const texts: string[] = []
    heard.set(client, texts)
    const channel = client.supabase
      .channel('messages')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'chat_messages' }, ({ new: row }) =>
        texts.push(String(row.message)),
      )
    expect(await flowing(channel)).toBe('ok')
  }
  const bobChat = await bob.supabase
    .from('chat_conversations')
    .insert({ user_id: bob.id })
    .select('id')
    .single()
    .throwOnError()
  const say = async ({ id, supabase }: Client, conversation: string, message: string) => {
    await supabase
      .from('chat_messages')
      .insert({ conversation_id: conversation, sender_id: id, sender_type: 'user', message })
      .throwOnError()
  }
  await say(alice, chat, 'From Alice')
  await say(bob, bobChat.data.id, 'From Bob')
  const again = await alice.supabase
    .from('chat_messages')
    .insert({ conversation_id: chat, sender_id: alice.id, sender_type: 'user', message: 'From Alice' })
  expect([again.status, again.error?.message]).toEqual([409, 'You cannot send the same message twice in a row.'])

  await vi.waitFor(() => expect(heard.get(agent)).toEqual(['From Alice', 'From Bob']), waiting)
  await vi.waitFor(() => expect(heard.get(bob)).toEqual(['From Bob']), waiting)
  expect(heard.get(alice)).toEqual(['From Alice'])
})

test('a scheduled payment is seen to be processed', async () => {
  await alice.supabase.rpc('open_current_account').throwOnError()
  const account = await alice.supabase.from('accounts').select('id').single().throwOnError()
  const due = new Date(Date.now() + 60_000).toISOString()
  await alice.supabase
    .from('scheduled_payments')
    .insert({ user_id: alice.id, to_account_id: account.data.id, amount: 10, from_name: 'Grandma', scheduled_for: due })
    .throwOnError()
  const seen: unknown[] = []
  const channel = alice.supabase
    .channel('scheduled')
    .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'scheduled_payments' }, ({ new: row }) =>
      seen.push(row.processed),
    )
  expect(await flowing(channel)).toBe('ok')
  await sql`select private.process_due_scheduled_payments(now() + interval '2 minutes')`
  await vi.waitFor(() => expect(seen).toEqual([true]), waiting)
})
