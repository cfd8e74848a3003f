import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import { type Db, type Person, hintOfRequest, setCaller, withRollback } from '../fixtures/database'
import { payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anAdmin, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, alice, ben, agent } = withPeople({
  alice: aCustomer('Alice Archer'),
  ben: aCustomer('Ben Baker'),
  agent: anAdmin(['manage_chat', 'approve_users', 'view_transactions']),
})

type Listed = { content: string; actor_hash: string; previous_hash: string; hash: string }
type Chain = { newest: { place: number; hash: string }; rows: { place: number; hash: string }[] }
type Content = [number, number, number, string, string, string, string | null, string, string, { reason?: string }]

const list = (who: Person, after: number | null = null, limit: number | null = null) =>
  as(who)<Listed[]>`select * from public.list_account_looks(${after}, ${limit})`
const read = ({ content }: Listed): Content => JSON.parse(content)
/** What the customer reads: 'view_user chat'. */
const looks = async (who: Person) =>
  (await list(who)).map((row) => [read(row)[3], read(row)[9].reason].filter(Boolean).join(' '))
const hashes = (who: Person, places: number[]) =>
  callAs<Chain>(sql, who, (db) => db`select public.get_audit_hashes(${places}) as answer`)
const view = (who: Person, person: Person, reason: string | null = 'asked') =>
  as(who)`select public.record_user_view(${person.id}, ${reason})`
const viewPayment = (id: string, reason: string | null = 'payment_review') =>
  as(agent)`select public.record_transaction_view(${id}, ${reason})`
/** Moves the audit of both customers into the past. Only the owner of the table can. */
const later = (interval: string) =>
  sql.begin(async (db) => {
    await db`alter table private.audit_log disable trigger audit_log_is_never_rewritten`
    await db`
      update private.audit_log set created_at = created_at - ${interval}::interval where person_id in (${alice.id}, ${ben.id})`
    await db`alter table private.audit_log enable always trigger audit_log_is_never_rewritten`
  })

let chat: string

async function giveChat() {
  chat = await openChat(sql, alice)
  await sql`
    update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id}, agent_name = 'Priya'
    where id = ${chat}`
}

describe('the looks at an account', () => {
  beforeEach(giveChat)

  test('lists what staff looked at with the reason and the name of the chat, once an hour', async () => {
    for (const _ of [1, 2]) {
      await view(agent, alice)
      await as(agent)`select public.record_chat_money_view(${chat})`
    }
    await as(agent)`select public.record_pin_view(${alice.id})`
    expect(await looks(alice)).toEqual(['view_pin chat', 'view_chat_money chat', 'view_user chat'])
    const rows = await list(alice)
    expect(rows.map((row) => read(row)[9])).toContainEqual({ user_id: alice.id, reason: 'chat', agent_name: 'Priya' })
    for (const secret of [agent.id, agent.email, agent.sessionId, 'Test Admin'])
      expect(JSON.stringify(rows)).not.toContain(secret)
    await sql`update private.recorded_reads set read_at = read_at - interval '61 minutes'`
    await view(agent, alice)
    expect(await looks(alice)).toHaveLength(4)
  })

  test('pages from the newest', async () => {
    await view(agent, alice)
    await as(agent)`select public.record_pin_view(${alice.id})`
    const [first] = await list(alice, null, 1)
    expect(first && read(first)[3]).toBe('view_pin')
    const rest = await list(alice, first ? read(first)[1] : 0, 1)
    expect(rest.map((row) => read(row)[3])).toEqual(['view_user'])
  })

  test('lists nothing about another customer, to staff, after their row, or of what the customer did', async () => {
    await view(agent, alice)
    await as(alice)`select public.set_payment_limit('100')`
    const [own] = await list(alice)
    expect(await looks(alice)).toEqual(['view_user chat'])
    for (const other of [ben, agent]) {
      expect(await list(other)).toHaveLength(0)
      expect(await list(other, own ? read(own)[1] : 0)).toHaveLength(0)
    }
  })

  test('refuses an idle session', async () => {
    const calls = [
      (q: Db) => q`select * from public.list_account_looks()`,
      (q: Db) => q`select public.get_audit_hashes('{1}')`,
    ]
    await sql`update auth.sessions set created_at = now() - interval '1 day' where id = ${alice.sessionId}`
    await sql`delete from private.session_activity where session_id = ${alice.sessionId}`
    for (const call of calls) expect(await hintOfRequest(sql, alice, call)).toBe('session-ended')
  })
})

describe('a look without a request of the customer', () => {
  let paid: string
  let arrived: string

  beforeEach(async () => {
    paid = (await payAs(sql, alice, { ...payeeAt(ben), amount: '100' })).transaction_id
    const [row] = await sql<
      { id: string }[]
    >`select id from public.transactions where movement_id = ${paid} and incoming`
    arrived = row?.id ?? ''
  })

  test('is listed a day later, with what led to it', async () => {
    await viewPayment(arrived)
    await view(agent, ben)
    expect(await looks(ben)).toEqual([])
    await later('1 day')
    expect(await looks(ben)).toEqual(['view_user payment', 'view_transaction payment_review'])
  })

  test('needs a reason that the database knows or that staff choose from its list', async () => {
    const refused = { code: 'PT409', hint: 'reason-needed' }
    for (const reason of [null, 'list', 'payment_list', 'chat', 'Because']) {
      await expect(view(agent, ben, reason)).rejects.toMatchObject(refused)
      await expect(viewPayment(arrived, reason)).rejects.toMatchObject(refused)
    }
    await view(agent, agent, null)
    await as(agent)`select public.record_transaction_search()`
    await expect(viewPayment(arrived, null)).rejects.toMatchObject(refused)
    await viewPayment(arrived, 'payment_list')
    await view(agent, ben, null)
    await as(agent)`select public.record_pin_view(${ben.id})`
    await later('1 day')
    expect(await looks(ben)).toEqual(['view_pin payment', 'view_user payment', 'view_transaction payment_list'])
  })

  test('of an open chat is listed once an hour', async () => {
    await giveChat()
    await sql`insert into public.chat_messages (conversation_id, sender_type, message) values (${chat}, 'user', 'Hello')`
    for (const _ of [1, 2]) await as(agent)`select public.mark_chat_read(${chat})`
    expect(await looks(alice)).toEqual(['read_chat chat'])
  })

  test.each([
    ['a report', () => as(alice)`select public.report_scam(${paid})`],
    [
      'a request for a reversal',
      () => sql`
        insert into private.approval_requests (kind, asked_by, reason, user_id, other_user_id, transaction_id, amount_before)
        values ('reversal', ${agent.id}, 'Scam', ${alice.id}, ${ben.id}, ${paid}, 100)`,
    ],
    [
      'a claim that they were paid without the payer',
      () => sql`
        insert into private.cases (kind, user_id, other_user_id, about_id, opened_at, due_at, last_at)
        values ('unauthorised', ${alice.id}, ${ben.id}, ${paid}, now(), now() + interval '1 day', now() + interval '1 day')`,
    ],
  ])('is withheld from the payee from the day before %s, and no row disappears', async (_, open) => {
    await view(agent, ben)
    await later('2 days')
    await viewPayment(arrived)
    await open()
    // The payee has a chat: the reason of the next look would show it at once.
    await openChat(sql, ben)
    await sql`update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id} where user_id = ${ben.id}`
    await sql`update private.recorded_reads set read_at = read_at - interval '61 minutes'`
    await viewPayment(arrived)
    expect(await looks(ben)).toEqual(['view_user asked'])
    await sql`update private.payee_reports set created_at = created_at - interval '31 days'`
    await sql`
      update private.approval_requests set state = 'refused', decided_at = now(), created_at = created_at - interval '31 days'`
    await sql`
      update private.cases
      set state = 'decided', decision = 'refunded', decided_at = now(), opened_at = opened_at - interval '31 days'`
    await later('1 day')
    expect(await looks(ben)).toEqual(['view_transaction chat', 'view_transaction payment_review', 'view_user asked'])
  })
})

describe('the proof', () => {
  beforeEach(giveChat)

  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  const hex = (digits: string) => Buffer.from(digits, 'hex')

  test('a row has the hash of its content, its actor and the row before, as the chain has it', async () => {
    await view(agent, alice)
    const [row] = await list(alice)
    if (row === undefined) throw new Error('no row')
    const hash = sha256(hex(row.previous_hash), hex(row.actor_hash), sha256(Buffer.from(row.content)))
    expect(hash.toString('hex')).toBe(row.hash)
    const place = read(row)[0]
    expect((await hashes(alice, [place])).rows).toEqual([{ place, hash: row.hash }])
    expect((await hashes(ben, [])).newest.place).toBeGreaterThanOrEqual(place)
  })

  test.each([
    ['changed', (db: Db, place: number) => db`update private.audit_log set action = 'view_pin' where place = ${place}`],
    [
      'given another actor',
      (db: Db, place: number) => db`update private.audit_log set actor_id = ${ben.id} where place = ${place}`,
    ],
    ['removed', (db: Db, place: number) => db`delete from private.audit_log where place = ${place}`],
  ])('a row that is %s later has another hash, or none', async (_, tamper) => {
    await view(agent, alice)
    const [row] = await list(alice)
    const place = row ? read(row)[0] : 0
    await withRollback(sql, async (db) => {
      await db`alter table private.audit_log disable trigger user`
      await tamper(db, place)
      await setCaller(db, alice)
      const [answer] = await db<{ chain: Chain }[]>`select public.get_audit_hashes(${[place]}) as chain`
      expect(answer?.chain.rows.map(({ hash }) => hash)).not.toContain(row?.hash)
    })
  })
})
