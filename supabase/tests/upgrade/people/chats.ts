import { randomUUID } from 'node:crypto'
import { openChat, sendMessage } from '../../fixtures/chat'
import { type Person, request } from '../../fixtures/database'
import { runJob } from '../../fixtures/jobs'
import { payAs, payeeAt } from '../../fixtures/payments'
import type { World } from './world'

/** Chats with the assistant, in the queue and with an agent, and transcripts of ended ones. */
export async function addChats(world: World): Promise<void> {
  const { as, agent, second } = world
  for (const who of [agent, second]) await as(who)`select public.touch_agent_presence()`
  await as(agent)`select public.save_reply(${randomUUID()}, 'hello', 'Hello {first name}, I am {agent}.')`
  await as(agent)`select public.save_reply(${randomUUID()}, 'known', 'You knew the payee', 'reason')`
  await addWithAssistant(world)
  await addWaiting(world)
  await addWithAgent(world)
  await addEnded(world)
}

const chatOf = async ({ sql, customer }: World, name: string) => {
  const person = await customer(name)
  const id = await openChat(sql, person)
  const say = (text: string) => request(sql, person, (db) => sendMessage(db, id, person, text))
  await say('Good morning')
  return { person, id, say }
}
type Chat = Awaited<ReturnType<typeof chatOf>>

async function askForAgent({ sql, as }: World, { person, id }: Chat) {
  await as(person)`select public.request_agent(${id})`
  const [row] = await sql<
    { id: string }[]
  >`select id from public.agent_requests where conversation_id = ${id} and status = 'pending'`
  return row?.id ?? ''
}

async function accepted(world: World, name: string, by: Person) {
  const chat = await chatOf(world, name)
  const waiting = await askForAgent(world, chat)
  await world.as(by)`select public.accept_agent_request(${waiting})`
  return chat
}

async function addWithAssistant(world: World) {
  const { sql, as } = world
  const { person, id } = await chatOf(world, 'Asa Assistant')
  await as('service_role')`select public.take_assistant_turn(${person.id}, ${id})`
  await as('service_role')`select public.add_assistant_message(${person.id}, ${id}, 'You can do this in Settings.')`
  await sql`
    update public.chat_messages set links = '[{"label": "Settings", "to": "/settings"}]'
    where conversation_id = ${id} and sender_type = 'assistant'`
}

async function addWaiting(world: World) {
  const { sql, as } = world
  await askForAgent(world, await chatOf(world, 'Wade Waiting'))
  const offered = await chatOf(world, 'Opal Offered')
  await as('service_role')`select public.take_assistant_turn(${offered.person.id}, ${offered.id})`
  await as(
    'service_role',
  )`select public.add_assistant_message(${offered.person.id}, ${offered.id}, 'Shall I ask an agent?')`
  await askForAgent(world, offered)
  const dangers = [
    'bereavement',
    'coercion',
    'debt',
    'gambling',
    'impersonation',
    'scam',
    'self-harm',
    'stolen',
    'takeover',
    'vulnerability',
  ]
  for (const danger of dangers) {
    const { person, id } = await chatOf(world, 'Dean Danger')
    await as('service_role')`select public.help_in_danger(${person.id}, ${id}, ${danger}, 'We are here for you.', '[]')`
  }
  await sql`update private.settings set chat_opens = '23:59:59.999998', chat_closes = '23:59:59.999999' where only_row`
  await askForAgent(world, await chatOf(world, 'Nell Night'))
  await sql`update private.settings set chat_opens = '00:00', chat_closes = '24:00' where only_row`
}

async function addWithAgent(world: World) {
  const { sql, as, agent, second } = world
  const open = await accepted(world, 'Amy Agent', agent)
  const say = (text: string, type: 'agent' | 'note') =>
    request(sql, agent, (db) => sendMessage(db, open.id, agent, text, type))
  const [first, removed] = [await say('First words', 'agent'), await say('Forget this', 'agent')]
  await say('Called her', 'note')
  await as(agent)`update public.chat_messages set message = 'Better words' where id = ${first}`
  await as(agent)`delete from public.chat_messages where id = ${removed}`
  await as(agent)`select public.set_chat_tag(${open.id}, 'urgent', true)`
  await as(agent)`select public.mark_chat_read(${open.id}, now())`
  await as(agent)`select public.mark_chat_complaint(${open.id}, 'app', 'The app was down')`
  const transferred = await accepted(world, 'Trudy Transferred', agent)
  await as(agent)`select public.transfer_chat(${transferred.id}, ${second.id})`
  const released = await accepted(world, 'Rhea Released', agent)
  await as(agent)`select public.release_chat(${released.id})`
  const away = await world.addStaff('Abe Away', ['admin'])
  const thanked = await accepted(world, 'Tania Thanks', away)
  await thanked.say('Thank you')
  await sql`update private.agent_presence set seen_at = now() - interval '1 hour' where admin_id = ${away.id}`
  await runJob(sql, 'return-unattended-chats')
  const again = await accepted(world, 'Nick Again', agent)
  await as(agent)`select public.release_chat(${again.id})`
}

async function addEnded(world: World) {
  const { as, agent } = world
  for (const reason of ['answered', 'passed_on', 'no_reply', 'other']) {
    const { id } = await accepted(world, 'Ezra Ended', agent)
    await as(agent)`select public.set_chat_tag(${id}, 'card', true)`
    await as(agent)`select public.end_chat(${id}, ${reason})`
  }
  const byCustomer = await chatOf(world, 'Cole Ended')
  await as(byCustomer.person)`select public.end_chat(${byCustomer.id})`
  const deleted = await chatOf(world, 'Dot Deleted')
  await payAs(world.sql, deleted.person, { ...payeeAt(byCustomer.person), amount: '5000.00' })
  await as(agent)`select public.delete_person(${deleted.person.id})`
}
