import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntriesAbout } from '../fixtures/audit'
import { openChat, sendMessage } from '../fixtures/chat'
import { type Db, type Person, actingAs, refusalOf, request } from '../fixtures/database'
import { addAdmin, anAdmin, withPeople, aCustomer } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const everyTool = ['manage_chat', 'approve_users', 'view_transactions']

const { sql, as, alice, agent } = withPeople({ alice: aCustomer('Alice Archer'), agent: anAdmin(everyTool) })
let chat: string

beforeEach(async () => {
  chat = await openChat(sql, alice)
  await assignTo(agent)
})

type Seen = { email: string; earlier_chats: unknown[]; notes: unknown[] }
type Money = { account: { balance: number; account_number: string } | null; payments: unknown[] | null }

const assignTo = (person: Person) =>
  sql`
    update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${person.id}, agent_name = 'Priya'
    where id = ${chat}`
const see = (db: Db, id: string | null = chat) =>
  db<{ answer: Seen }[]>`select public.get_chat_customer(${id}) as answer`
const record = (db: Db, id: string | null = chat) => db`select public.record_chat_money_view(${id})`
const money = (db: Db, id: string | null = chat) =>
  db<{ answer: Money }[]>`select public.get_chat_money(${id}) as answer`
const moneyFor = async (person: Person) => {
  await request(sql, person, async (db) => void (await record(db)))
  return callAs<Money>(sql, person, (db) => money(db))
}
const refusalsFor = async (person: Person, runs: ((q: Db) => PromiseLike<unknown>)[]) => {
  const codes: string[] = []
  await actingAs(sql, person, async (db) => {
    for (const run of runs) codes.push((await refusalOf(db, run)).code)
  })
  return codes
}
const calls = [(q: Db) => see(q), (q: Db) => record(q), (q: Db) => money(q)]

describe('the customer of a chat', () => {
  test('the customer’s data is shown to the agent who has the chat, with notes and ended chats', async () => {
    await sql`insert into private.user_notes (user_id, author_id, note) values (${alice.id}, ${agent.id}, 'Prefers calls')`
    await request(sql, alice, (db) => sendMessage(db, chat, alice, 'First chat'))
    await as(alice)`select public.end_chat(${chat})`
    const ended = chat
    chat = await openChat(sql, alice)
    await assignTo(agent)
    expect(await callAs(sql, agent, (db) => see(db))).toMatchObject({
      user_id: alice.id,
      full_name: 'Alice Archer',
      email: alice.email,
      approved: true,
      suspended_at: null,
      earlier_chats: [{ id: ended, ended_as: 'customer' }],
      notes: [{ note: 'Prefers calls', author: 'Test Admin', is_own: true }],
    })
    expect(await auditEntriesAbout(sql, [chat])).toEqual([])
  })

  test('the customer’s data is refused to the agent of another chat, and of none', async () => {
    const colleague = await addAdmin(sql, everyTool)
    expect(await refusalsFor(colleague, calls)).toEqual(['PT409', 'PT409', 'PT409'])
    // The chat was released.
    await sql`
      update public.chat_conversations set status = 'waiting_for_agent', assigned_admin_id = null where id = ${chat}`
    expect(await refusalsFor(agent, calls)).toEqual(['PT409', 'PT409', 'PT409'])
    expect(await refusalsFor(agent, [(q) => see(q, null), (q) => record(q, alice.id), (q) => money(q, null)])).toEqual([
      'PT404',
      'PT404',
      'PT404',
    ])
    expect(await auditEntriesAbout(sql, [chat])).toEqual([])
  })
})

describe('the suspension of the customer', () => {
  const recordSuspension = (db: Db, id: string | null = chat) => db`select public.record_chat_suspension_view(${id})`
  const suspension = (db: Db, id: string | null = chat) =>
    db<{ answer: object | null }[]>`select public.get_chat_suspension(${id}) as answer`
  const both = [(q: Db) => recordSuspension(q), (q: Db) => suspension(q)]
  const suspend = () => sql`
    with suspended as (
      update public.profiles set suspended_at = '2026-11-23T12:00Z' where id = ${alice.id}
    )
    select private.open_suspension(${alice.id}, 'identity', 'Please send us your passport.', '2026-11-30', '2026-11-23T12:00Z')`

  test('the cause, what was written and the next date are shown to the agent who has the chat, after a record', async () => {
    await suspend()
    const colleague = await addAdmin(sql, [...everyTool, 'manage_cases'])
    expect(await refusalsFor(colleague, both)).toEqual(['PT409', 'PT409'])
    expect(await refusalsFor(alice, both)).toEqual(['PT401', 'PT401'])
    const agentOnly = await addAdmin(sql, ['manage_chat'])
    await assignTo(agentOnly)
    expect(await refusalsFor(agentOnly, [(q) => suspension(q)])).toEqual(['PT409'])
    await request(sql, agentOnly, async (db) => void (await recordSuspension(db)))
    await request(sql, agentOnly, async (db) => void (await recordSuspension(db)))
    expect(await callAs(sql, agentOnly, (db) => suspension(db))).toEqual({
      cause: 'We must confirm who the customer is',
      message: 'Please send us your passport.',
      next_update: '2026-11-30',
      is_delayed: false,
    })
    const [kept] = await sql<
      { id: string }[]
    >`select id from private.cases where user_id = ${alice.id} and kind = 'suspension'`
    expect(await auditEntriesAbout(sql, [kept?.id ?? ''])).toEqual([{ action: 'view_case', actor_id: agentOnly.id }])
    // Another session of the agent reads it after a record of its own.
    await assignTo(agent)
    expect(await refusalsFor(agent, [(q) => suspension(q)])).toEqual(['PT409'])
  })

  test('is nothing for a customer who is not suspended', async () => {
    await request(sql, agent, async (db) => void (await recordSuspension(db)))
    expect(await callAs(sql, agent, (db) => suspension(db))).toBeNull()
  })
})

describe('the money of the customer', () => {
  test('the money is shown after its audit record, which is written once an hour for each agent and chat', async () => {
    expect(await refusalsFor(agent, [(q) => money(q)])).toEqual(['PT409'])
    await actingAs(sql, agent, async (db) => {
      await record(db)
      // Not in the transaction of the record.
      expect((await refusalOf(db, (q) => money(q))).code).toBe('PT409')
    })
    const seen = await moneyFor(agent)
    expect(seen.account).toMatchObject({ account_number: alice.account.account_number })
    expect(seen.payments).toHaveLength(0)
    await moneyFor(agent)
    const look = { action: 'view_chat_money', actor_id: agent.id }
    expect(await auditEntriesAbout(sql, [chat])).toEqual([look])

    const colleague = await addAdmin(sql, everyTool)
    await assignTo(colleague)
    expect(await refusalsFor(colleague, [(q) => money(q)])).toEqual(['PT409'])
    await moneyFor(colleague)
    expect(await auditEntriesAbout(sql, [chat])).toEqual([look, { ...look, actor_id: colleague.id }])
    expect(await refusalsFor(agent, [(q) => money(q)])).toEqual(['PT409'])
  })

  test('the money is recorded once by two tabs at the same time', async () => {
    await Promise.all([1, 2].map(() => request(sql, agent, async (db) => void (await record(db)))))
    expect(await auditEntriesAbout(sql, [chat])).toHaveLength(1)
  })

  test('the money has the parts that the agent’s other tools show', async () => {
    const viewer = await addAdmin(sql, ['manage_chat', 'view_transactions'])
    await assignTo(viewer)
    expect(await moneyFor(viewer)).toEqual({ account: null, savings: null, payments: [], payments_to_come: [] })
    const manager = await addAdmin(sql, ['manage_chat', 'approve_users'])
    await assignTo(manager)
    expect(await moneyFor(manager)).toMatchObject({
      account: { balance: expect.any(Number) },
      savings: [],
      payments: null,
      payments_to_come: null,
    })
    const chatOnly = await addAdmin(sql, ['manage_chat', 'financial_support', 'repair_transactions'])
    await assignTo(chatOnly)
    expect(await refusalsFor(chatOnly, calls.slice(1))).toEqual(['PT403', 'PT403'])
    expect((await callAs(sql, chatOnly, (db) => see(db))).email).toBe(alice.email)
  })

  test('shows the five latest payments, each with the name of the other party', async () => {
    await sql`
      insert into public.transactions (
        movement_id, user_id, created_at, from_account_id, amount, to_account_number, to_sort_code, to_account_holder_name
      )
      select gen_random_uuid(), ${alice.id}, now() - interval '1 hour' + nth * interval '1 second', ${alice.account.id}, nth,
        '12345678', '11-22-33', 'Payee ' || nth
      from generate_series(1, 7) nth`
    await sql`
      insert into public.transactions (
        movement_id, user_id, incoming, amount, to_account_number, to_sort_code, to_account_holder_name, from_account_holder_name, reversed_at
      )
      values (
        gen_random_uuid(), ${alice.id}, true, 8, ${alice.account.account_number}, ${alice.account.sort_code}, 'Alice Archer', 'Pia Payer', now()
      )`
    const { payments } = await moneyFor(agent)
    expect(payments).toHaveLength(5)
    expect(payments?.slice(0, 2)).toMatchObject([
      { other_party: 'Pia Payer', amount: 8, incoming: true, status: 'reversed' },
      { other_party: 'Payee 7', amount: 7, incoming: false, status: 'completed' },
    ])
  })
})
