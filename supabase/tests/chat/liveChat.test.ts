import { randomUUID } from 'node:crypto'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestStack } from '../fixtures/stack'
import type { Database } from '../../../src/lib/database.types'
import { creditDue } from '../fixtures/scheduledPayments'

type Client = { id: string; supabase: SupabaseClient<Database> }
const waiting = { timeout: 20_000, interval: 50 }
const { stack, sql } = startTestStack()
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
  if (!data.session) throw new Error('sign-up returned no session')
  await sql`update public.profiles set approved = true where id = ${data.session.user.id}`
  await supabase.realtime.setAuth(data.session.access_token)
  return { id: data.session.user.id, supabase }
}

beforeAll(async () => {
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
})

const statusOf = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.subscribe((status) => resolve(status))
  })

/** 'SUBSCRIBED' comes before changes arrive. The channel's system message says when they do. */
const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (extension === 'postgres_changes') resolve(status)
    })
    channel.subscribe()
  })

describe('the typing channel', () => {
  const join = async ({ supabase }: Client, config: object = { private: true }) => {
    const received: unknown[] = []
    const channel = supabase.channel(`typing:${chat}`, { config })
    channel.on('broadcast', { event: 'typing' }, ({ payload }) => received.push(payload))
    return { channel, received, status: await statusOf(channel) }
  }

  test('lets only the customer and chat admins join, and delivers their broadcasts to each other', async () => {
    expect((await join(bob)).status).toBe('CHANNEL_ERROR')
    const customer = await join(alice)
    const staff = await join(agent)
    expect([customer.status, staff.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    // Without `private` this is another channel with the same name.
    await bob.supabase.removeAllChannels()
    const outside = await join(bob, {})
    await outside.channel.send({ type: 'broadcast', event: 'typing', payload: { sender_type: 'other' } })
    await customer.channel.send({ type: 'broadcast', event: 'typing', payload: { sender_type: 'user' } })
    await staff.channel.send({ type: 'broadcast', event: 'typing', payload: { sender_type: 'agent' } })
    await vi.waitFor(() => expect(staff.received).toEqual([{ sender_type: 'user' }]), waiting)
    await vi.waitFor(() => expect(customer.received).toEqual([{ sender_type: 'agent' }]), waiting)
    expect(outside.received).toEqual([])
  })
})

test('delivers messages to the customer and an agent who has recorded the look, and to nobody else', async () => {
  await agent.supabase.rpc('record_chat_view', { p_conversation_id: chat }).throwOnError()
  const received = new Map<Client, string[]>()
  for (const client of [alice, bob, agent]) {
    const texts: string[] = []
    received.set(client, texts)
    const channel = client.supabase
      .channel('messages')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'chat_messages' }, ({ new: row }) =>
        texts.push(String(row.message)),
      )
    expect(await subscribed(channel)).toBe('ok')
  }
  const bobChat = await bob.supabase
    .from('chat_conversations')
    .insert({ user_id: bob.id })
    .select('id')
    .single()
    .throwOnError()
  const sendMessage = async ({ id, supabase }: Client, conversation: string, message: string) => {
    await supabase
      .from('chat_messages')
      .insert({ conversation_id: conversation, sender_id: id, sender_type: 'user', message })
      .throwOnError()
  }
  await sendMessage(alice, chat, 'From Alice')
  await sendMessage(bob, bobChat.data.id, 'From Bob')
  const again = await alice.supabase
    .from('chat_messages')
    .insert({ conversation_id: chat, sender_id: alice.id, sender_type: 'user', message: 'From Alice' })
  expect([again.status, again.error?.message]).toEqual([409, 'You cannot send the same message twice in a row.'])

  await vi.waitFor(() => expect(received.get(agent)).toEqual(['From Alice']), waiting)
  await vi.waitFor(() => expect(received.get(bob)).toEqual(['From Bob']), waiting)
  expect(received.get(alice)).toEqual(['From Alice'])
})

test('delivers the processing of a scheduled payment to its customer', async () => {
  await alice.supabase.rpc('open_current_account').throwOnError()
  const due = new Date(Date.now() + 60_000).toISOString()
  await alice.supabase
    .rpc('schedule_payment', { p_amount: '10', p_from_name: 'Grandma', p_scheduled_for: due })
    .throwOnError()
  const updates: unknown[] = []
  const channel = alice.supabase
    .channel('scheduled')
    .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'scheduled_payments' }, ({ new: row }) =>
      updates.push(row.processed),
    )
  expect(await subscribed(channel)).toBe('ok')
  await creditDue(sql, new Date(Date.now() + 120_000).toISOString())
  await vi.waitFor(() => expect(updates).toEqual([true]), waiting)
})
