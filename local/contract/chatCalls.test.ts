import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openApp, type App } from './app'
import { newCustomer, pay, type Customer } from './customers'

const waiting = { timeout: 15_000, interval: 20 }

let app: App
let ada: Customer
let ben: Customer
let agent: Customer
let chat: string

beforeAll(async () => {
  app = await openApp()
  ada = await newCustomer(app, app.database, 'Ada Asker')
  ben = await newCustomer(app, app.database, 'Ben Bystander')
  agent = await app.newStaff('Ann Agent', 'admin', ['manage_chat'])
  const { data } = await ada.supabase
    .from('chat_conversations')
    .insert({ user_id: ada.id })
    .select('id')
    .single()
    .throwOnError()
  chat = data.id
})
afterAll(async () => {
  for (const { supabase } of [ada, ben, agent]) await supabase.removeAllChannels()
  await app.close()
})

test('the tables of the screens send their changes', async () => {
  const own = { filter: `user_id=eq.${ada.id}` }
  const toAda = await listen(ada, [
    { table: 'accounts', ...own },
    { table: 'cards', ...own },
    { table: 'transactions', ...own },
    { table: 'scheduled_payments', ...own },
    { table: 'user_notifications', ...own },
    { table: 'chat_conversations', ...own },
    { table: 'chat_messages', filter: `conversation_id=eq.${chat}` },
  ])
  await agent.supabase.rpc('record_chat_view', { p_conversation_id: chat }).throwOnError()
  const toAgent = await listen(agent, [
    { table: 'agent_requests' },
    { table: 'chat_conversations' },
    { table: 'chat_messages' },
  ])

  await pay(ada, ben, 1, 'Change')
  await app.database`update public.cards set online = false where user_id = ${ada.id}`
  await app.database`
    insert into public.scheduled_payments (user_id, to_account_id, amount, from_name, scheduled_for)
    select user_id, id, 1, 'Employer', now() + interval '1 day' from public.accounts where user_id = ${ada.id}`
  await app.database`
    insert into public.user_notifications (user_id, type, title, message) values (${ada.id}, 'pin', 'Note', 'A note')`
  await send(ada, 'user', 'I want an agent')
  await ada.supabase.rpc('request_agent', { p_conversation_id: chat }).throwOnError()

  await vi.waitFor(
    () =>
      expect([...toAda].toSorted()).toEqual([
        'accounts',
        'cards',
        'chat_conversations',
        'chat_messages',
        'scheduled_payments',
        'transactions',
        'user_notifications',
      ]),
    waiting,
  )
  await vi.waitFor(
    () => expect([...toAgent].toSorted()).toEqual(['agent_requests', 'chat_conversations', 'chat_messages']),
    waiting,
  )
})

test('an agent accepts the chat, writes, edits, deletes and ends it', async () => {
  const { supabase } = agent
  const { data: place } = await ada.supabase.rpc('get_queue_position', { p_conversation_id: chat }).throwOnError()
  expect(place).toBeGreaterThan(0)
  const hours = await ada.supabase.rpc('get_agent_hours').single().throwOnError()
  expect(hours.data).toMatchObject({ is_open: true })
  const { data: queue } = await supabase.rpc('get_waiting_chats').single().throwOnError()
  expect(queue).toMatchObject({ waiting: expect.any(Number), late_wait_minutes: 2, long_wait_minutes: 5 })
  await accept()
  const { data: chats } = await supabase.rpc('list_conversations').throwOnError()
  expect(chats).toEqual(expect.arrayContaining([expect.objectContaining({ id: chat })]))
  const counts = await supabase.rpc('count_conversations', { p_search: 'Ada' }).single().throwOnError()
  expect(counts.data).toMatchObject({ mine: 1 })

  const id = await send(agent, 'agent', 'Hello')
  expect((await supabase.from('chat_messages').update({ message: 'Good day' }).eq('id', id).select('id')).data).toEqual(
    [{ id }],
  )
  const { data: read } = await ada.supabase.from('chat_messages').select('message').eq('conversation_id', chat)
  expect(read).toContainEqual({ message: 'Good day' })
  const { data: status } = await ada.supabase.from('chat_conversations').select('status').eq('id', chat).single()
  expect(status).toEqual({ status: 'agent_assigned' })
  const until = new Date().toISOString()
  expect((await supabase.rpc('mark_chat_read', { p_conversation_id: chat, p_until: until })).error).toBeNull()
  expect((await supabase.from('chat_messages').delete().eq('id', id)).error).toBeNull()
})

test('agents hand a chat over, and the customer does not receive their notes', async () => {
  const colleague = await app.newStaff('Cal Colleague', 'admin', ['manage_chat', 'view_transactions'])
  await colleague.supabase.rpc('touch_agent_presence').throwOnError()
  const { data: agents } = await agent.supabase.rpc('list_chat_agents').throwOnError()
  expect(agents).toContainEqual(expect.objectContaining({ id: colleague.id, is_present: true }))
  const inChat = { p_conversation_id: chat }
  await agent.supabase.rpc('transfer_chat', { ...inChat, p_to: colleague.id }).throwOnError()
  const customer = await colleague.supabase.rpc('get_chat_customer', inChat).throwOnError()
  expect(customer.data).toMatchObject({ user_id: ada.id, email: ada.email })
  await colleague.supabase.rpc('set_chat_tag', { ...inChat, p_tag: 'contract', p_is_set: true }).throwOnError()
  const tags = await colleague.supabase.rpc('list_chat_tags', inChat).throwOnError()
  expect(tags.data).toContainEqual({ tag: 'contract', is_set: true })
  const complaint = { ...inChat, p_topic: 'app', p_words: 'Waited long' }
  await colleague.supabase.rpc('mark_chat_complaint', complaint).throwOnError()
  await colleague.supabase.rpc('record_chat_money_view', inChat).throwOnError()
  const money = await colleague.supabase.rpc('get_chat_money', inChat).throwOnError()
  expect(money.data).toMatchObject({ account: null, payments: expect.any(Array) })
  // Ada has asked for no help.
  const them = { p_user_id: ada.id }
  expect((await colleague.supabase.rpc('record_support_view', them).throwOnError()).data).toBe(false)
  expect((await colleague.supabase.rpc('get_support_effects', them)).error).toMatchObject({ code: 'PT409' })
  await agent.supabase.rpc('take_over_chat', { ...inChat, p_from: colleague.id }).throwOnError()
  await colleague.supabase.rpc('record_chat_view', inChat).throwOnError()
  await send(colleague, 'note', 'Only for staff')
  const read = (who: Customer) =>
    who.supabase.from('chat_messages').select('sender_type').eq('conversation_id', chat).eq('sender_type', 'note')
  expect((await read(ada)).data).toEqual([])
  expect((await read(agent)).data).toHaveLength(3)
  await agent.supabase.rpc('release_chat', inChat).throwOnError()
})

test('a call and a code are seen by their customer and their agent', async () => {
  const them = { p_user_id: ada.id }
  let changes = 0
  const own = { topic: `calls:${ada.id}` }
  const watch = await join(ada, own, (channel) => channel.on('broadcast', { event: 'changed' }, () => (changes += 1)))
  expect([watch.status, (await join(agent, own)).status]).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR'])
  await agent.supabase.rpc('start_call', them).throwOnError()
  await vi.waitFor(() => expect(changes).toBeGreaterThan(0), waiting)
  const { data: shown } = await ada.supabase.rpc('get_bank_contact').throwOnError()
  expect(shown).toMatchObject({ is_on: true, call: { words: [expect.any(String), expect.any(String)] } })
  const { id } = (shown as { call: { id: string } }).call
  const { data: made } = await ada.supabase.rpc('make_identity_code').throwOnError()
  await agent.supabase.rpc('enter_identity_code', { ...them, p_code: (made as { code: string }).code }).throwOnError()
  const { data: seen } = await agent.supabase.rpc('get_customer_contact', them).throwOnError()
  expect(seen).toMatchObject({ call: { id }, code: { outcome: 'confirmed' } })
  await ada.supabase.rpc('report_call', { p_call_id: id }).throwOnError()
  await agent.supabase.rpc('end_call', { p_call_id: id }).throwOnError()
})

test('a customer names a trusted contact', async () => {
  const threshold = { p_threshold: '50.00' }
  await ada.supabase
    .rpc('name_trusted_contact', { p_sort_code: '00-98-99', p_account_number: '00000001', ...threshold })
    .throwOnError()
  await ada.supabase.rpc('set_contact_threshold', threshold).throwOnError()
  const { data } = await ada.supabase.rpc('get_trusted_contacts').throwOnError()
  expect(data).toMatchObject({ is_on: true, mine: { name: null, threshold: 50 }, reviews: [] })
  await ada.supabase.rpc('remove_trusted_contact', { p_owner_id: ada.id, p_keeps: false }).throwOnError()
})

test('typing reaches the customer and the agents of the chat only', async () => {
  const received: unknown[] = []
  const listener = await joinTyping(agent, (channel) =>
    channel.on('broadcast', { event: 'typing' }, ({ payload }) => received.push(payload)),
  )
  expect(listener.status).toBe('SUBSCRIBED')
  const typist = await joinTyping(ada)
  expect(typist.status).toBe('SUBSCRIBED')
  expect((await joinTyping(ben)).status).toBe('CHANNEL_ERROR')

  await typist.channel.send({ type: 'broadcast', event: 'typing', payload: { sender_type: 'user' } })
  await vi.waitFor(() => expect(received).toMatchObject([{ sender_type: 'user' }]), waiting)
})

test('the assistant answers a customer, and the chat ends', async () => {
  const end = { p_conversation_id: chat, p_reason: 'answered' }
  expect((await agent.supabase.rpc('end_chat', end)).error).toMatchObject({ hint: 'not-assigned' })
  await accept()
  expect((await agent.supabase.rpc('end_chat', end).throwOnError()).data).toBe(true)
  await readTranscript(chat)
  const { data } = await ada.supabase
    .from('chat_conversations')
    .insert({ user_id: ada.id })
    .select('id')
    .single()
    .throwOnError()
  chat = data.id
  await send(ada, 'user', 'What is my balance?')
  const messages = [{ role: 'user', content: 'What is my balance?' }]
  const answer = await ada.supabase.functions.invoke('ai-chat', { body: { userId: ada.id, messages } })
  expect(answer.error).toBeNull()
  expect(JSON.stringify(answer.data)).toContain('£')
})

test('agents share saved replies', async () => {
  const { supabase } = agent
  const reply = { p_id: crypto.randomUUID(), p_shortcut: 'contract-hello', p_reply: 'Hello {first name}' }
  await supabase.rpc('save_reply', reply).throwOnError()
  const { data } = await supabase.rpc('list_saved_replies').throwOnError()
  expect(data).toContainEqual({ id: reply.p_id, shortcut: 'contract-hello', reply: 'Hello {first name}' })
  expect((await supabase.rpc('delete_saved_reply', { p_id: reply.p_id }).throwOnError()).data).toBe(true)
})

/** The agent accepts the waiting chat. */
async function accept() {
  await agent.supabase.rpc('record_list_view', { p_list: 'chats' }).throwOnError()
  const { data: pending } = await agent.supabase.rpc('list_pending_agent_requests').throwOnError()
  const request: unknown = pending?.find((row: Record<string, unknown>) => row.conversation_id === chat)?.request_id
  await agent.supabase.rpc('accept_agent_request', { p_request_id: request }).throwOnError()
}

async function readTranscript(id: string) {
  const { supabase } = await app.newStaff('Rae Reader', 'admin', ['read_transcripts'])
  await supabase.rpc('record_transcript_search', { p_search: ada.email }).throwOnError()
  const listed = await supabase.rpc('list_transcripts', { p_search: ada.email, p_limit: 5 }).throwOnError()
  expect(listed.data).toMatchObject([{ id, ended_as: 'staff' }])
  await supabase.rpc('record_transcript_view', { p_transcript_id: id }).throwOnError()
  const transcript = await supabase.rpc('get_transcript', { p_transcript_id: id }).throwOnError()
  expect(transcript.data).toMatchObject({ is_intact: true, customer_name: expect.any(String) })
}

async function send({ id, supabase }: Customer, as: 'user' | 'agent' | 'note', message: string): Promise<string> {
  const { data } = await supabase
    .from('chat_messages')
    .insert({ conversation_id: chat, sender_id: id, sender_type: as, message })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

/** The tables that have sent a change since the subscription became active. */
async function listen({ supabase }: Customer, changes: { table: string; filter?: string }[]): Promise<Set<string>> {
  const tables = new Set<string>()
  const channel = supabase.channel(crypto.randomUUID())
  for (const { table, filter } of changes)
    channel.on('postgres_changes', { event: '*', schema: 'public', table, filter }, (change) =>
      tables.add(change.table),
    )
  const ready = new Promise<void>((resolve) => {
    channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (extension === 'postgres_changes' && status === 'ok') resolve()
    })
  })
  channel.subscribe()
  await ready
  return tables
}

/** Joins the typing channel of the chat as the app does. */
async function joinTyping(person: Customer, prepare?: (channel: RealtimeChannel) => void) {
  return join(person, { topic: `typing:${chat}` }, prepare)
}

/** Joins a private channel as the app does. */
async function join(
  { supabase }: Customer,
  { topic }: { topic: string },
  prepare: (channel: RealtimeChannel) => void = () => {},
) {
  const channel = supabase.channel(topic, { config: { private: true, broadcast: { self: false } } })
  prepare(channel)
  const status = await new Promise<string>((resolve) => {
    channel.subscribe((reached) => resolve(reached))
  })
  return { channel, status }
}
