import { beforeEach, describe, expect, test } from 'vitest'
import { apiCalls } from '../fixtures/apiCalls'
import { sendClaim } from '../fixtures/claims'
import { type Db, type Person, hintOfRequest, request, setCaller, withRollback } from '../fixtures/database'
import { setUndoWindow } from '../fixtures/outgoingPayments'
import { externalPayee, payAs, payeeAt } from '../fixtures/payments'
import {
  type Customer,
  aCustomer,
  addAdmin,
  addCustomer,
  addSuperAdmin,
  anAdmin,
  grantPermissions,
  withPeople,
} from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, agent, payer, owner } = withPeople({
  agent: anAdmin(['manage_cases']),
  payer: aCustomer('Pam Payer'),
  owner: aCustomer('Owen Owner'),
})

beforeEach(async () => {
  await sql`update private.settings set four_eyes_above = null where only_row`
  await sql`delete from private.cases`
  await sql`delete from private.claims`
})

const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const pay = async (who: Customer, amount: string, to: Customer = owner) =>
  (await payAs(sql, who, { ...payeeAt(to), amount })).transaction_id
/** Pays and claims it back. Returns the claim. */
const claim = async (who: Customer, amount: string, to: Customer = owner, kind = 'scam') =>
  sendClaim(sql, who, await pay(who, amount, to), { kind, at: new Date().toISOString() })
const receivedBy = ({ id }: Person) => sql<{ id: string; amount: string; state: string; due: string }[]>`
  select id, amount, state, private.due_day(due_at)::text as due
  from private.cases where kind = 'received' and user_id = ${id} order by opened_at, id`
const caseOf = async (who: Person = owner) => (await receivedBy(who)).at(-1)?.id ?? ''
type Shown = { facts: Record<string, unknown>; events: { message: string }[] }
const read = async (who: Person, id: string) => {
  await request(sql, who, (db) => db`select public.record_case_view(${id})`)
  return callAs<Shown>(sql, who, (db) => db`select public.get_case(${id}) as answer`)
}
const decide = (who: Person, id: string, hasActed = true) =>
  hintOf(who, (db) => db`select public.decide_received(${id}, ${hasActed}, 'Spoke to them')`)
const hold = (who: Person, id: string) =>
  hintOf(who, (db) => db`select public.hold_leaving_payments(${id}, 'Claims name it')`)
const listed = async (who: Person, limit = 50) =>
  (await as(who)<{ id: string }[]>`select id from public.list_cases(p_limit => ${limit})`).map(({ id }) => id)
const makeStaff = async (who: Person, permissions = ['manage_cases']) => {
  await sql`insert into public.user_roles values (${who.id}, 'admin')`
  await grantPermissions(sql, who, permissions)
}

describe('the account that received claimed money', () => {
  test('is a case as soon as a claim names it, and later claims join it', async () => {
    const other = await addCustomer(sql)
    await claim(payer, '300')
    await claim(other, '50', owner, 'unauthorised')
    expect(await receivedBy(owner)).toEqual([expect.objectContaining({ amount: '350.00', state: 'open' })])
    const shown = await read(agent, await caseOf())
    expect(shown.facts).toMatchObject({
      claims: 2,
      claimants: 2,
      claimed: 350,
      account: { name: 'Owen Owner', balance: 5350, held: 0 },
      leaving: [],
    })
  })

  test('is none for a payment to another bank, and one for claims of two customers at the same moment', async () => {
    const { transaction_id: away } = await payAs(sql, payer, { ...externalPayee, amount: '20' })
    await sendClaim(sql, payer, away, { at: new Date().toISOString() })
    expect(await sql`select from private.cases where kind = 'received'`).toEqual([])
    const other = await addCustomer(sql)
    await Promise.all([claim(payer, '30'), claim(other, '40')])
    expect(await receivedBy(owner)).toEqual([expect.objectContaining({ amount: '70.00' })])
  })

  test('is a new case after the decision, and stays open and overdue at the end of its clock', async () => {
    await claim(payer, '10')
    const first = await caseOf()
    expect(await decide(agent, first, false)).toBeNull()
    expect(await decide(agent, first)).toBe('already-decided')
    await claim(payer, '20')
    const second = await caseOf()
    expect((await receivedBy(owner)).map(({ state }) => state)).toEqual(['decided', 'open'])
    await sql`update private.cases set due_at = now() - interval '1 minute' where id = ${second}`
    await sql`select private.expire_case(${second})`
    expect((await receivedBy(owner)).at(-1)?.state).toBe('open')
    expect(await callAs(sql, agent, (db) => db`select public.count_overdue_cases() as answer`)).toBe(1)
  })

  test('is linked from the claim and back', async () => {
    const id = await claim(payer, '10')
    expect((await read(agent, id)).facts).toMatchObject({ received_case_id: await caseOf() })
    expect((await read(agent, await caseOf())).facts).toMatchObject({ listed: [{ id, kind: 'scam', amount: 10 }] })
  })
})

describe('what staff do', () => {
  test('holds each payment that has not left, once, and tells the owner no reason that names a claim', async () => {
    await claim(payer, '300')
    await setUndoWindow(sql, owner, '60')
    const leaving = await pay(owner, '40', payer)
    const id = await caseOf()
    expect((await read(agent, id)).facts).toMatchObject({ leaving: [{ id: leaving, can_hold: true }] })
    const held = () => callAs(sql, agent, (db) => db`select public.hold_leaving_payments(${id}, 'Claims') as answer`)
    expect(await held()).toBe(1)
    expect(await held()).toBe(0)
    expect((await read(agent, id)).facts).toMatchObject({
      leaving: [{ id: leaving, can_hold: false, is_under_review: true }],
    })
    const notes = await sql<{ message: string }[]>`
      select message from public.user_notifications where user_id = ${owner.id}`
    expect(notes.some(({ message }) => message.includes('We check some payments before we send them.'))).toBe(true)
    expect(JSON.stringify(notes)).not.toMatch(/claim/i)
  })

  test('suspends the owner by the right to suspend, and says who can', async () => {
    await claim(payer, '300')
    const id = await caseOf()
    expect((await read(agent, id)).facts).toMatchObject({ can_suspend: false })
    const both = await addAdmin(sql, ['manage_cases', 'approve_users'])
    expect((await read(both, id)).facts).toMatchObject({ can_suspend: true })
    await as(both)`select public.suspend_user(${owner.id}, 'fraud', 'Payments look like fraud.')`
    expect((await read(both, id)).facts).toMatchObject({ can_suspend: false })
  })

  test('is refused without manage_cases, without a reason, and before the look is recorded', async () => {
    await claim(payer, '300')
    const id = await caseOf()
    const others = await addAdmin(sql, ['approve_users', 'financial_support', 'view_transactions'])
    for (const who of [others, payer]) {
      expect(await decide(who, id)).toBe('no-permission')
      expect(await hold(who, id)).toBe('no-permission')
    }
    expect(await hintOf(agent, (db) => db`select public.decide_received(${id}, true, ' ')`)).toBe('field:reason')
    expect(await hintOf(agent, (db) => db`select public.decide_received(${id}, null, 'Why')`)).toBe('PT400')
    expect(await hintOf(agent, (db) => db`select public.hold_leaving_payments(${id}, ' ')`)).toBe('field:reason')
    expect(await hintOf(agent, (db) => db`select public.get_case(${id})`)).toBe('not-recorded')
    expect(await hintOf(agent, (db) => db`select public.ask_case_customer(${id}, 'Why?')`)).toBe('other-kind')
    const scam = await claim(payer, '5')
    expect(await decide(agent, scam)).toBe('other-kind')
    expect(await hold(agent, scam)).toBe('other-kind')
  })
})

describe('staff with an interest', () => {
  test('who own the account, or claim from it, neither find, read nor decide the case, also as super admins', async () => {
    const claimant = await addCustomer(sql)
    await claim(payer, '10')
    await claim(claimant, '20')
    const id = await caseOf()
    await makeStaff(owner)
    await makeStaff(claimant)
    await sql`insert into public.user_roles values (${owner.id}, 'super_admin'), (${claimant.id}, 'super_admin')`
    for (const who of [owner, claimant]) {
      expect(await listed(who)).not.toContain(id)
      expect(await hintOf(who, (db) => db`select public.record_case_view(${id})`)).toBe('case-gone')
      expect(await decide(who, id)).toBe('case-gone')
      expect(await hold(who, id)).toBe('case-gone')
      expect(await hintOf(agent, (db) => db`select public.assign_case(${id}, ${who.id})`)).toBe('case-gone')
    }
    // The claimant reads the claim of another customer, without the way to the account.
    const theirs = (
      await sql<{ id: string }[]>`
      select id from private.cases where user_id = ${payer.id} and kind = 'scam'`
    )[0]?.id
    expect((await read(claimant, theirs ?? '')).facts).toMatchObject({ received_case_id: null })
    // The account is that of staff: only a super admin works on it.
    const boss = await addSuperAdmin(sql, 'Boss', ['manage_cases'])
    await sql`insert into public.user_roles values (${boss.id}, 'admin')`
    expect(await decide(agent, id)).toBe('case-gone')
    expect(await decide(boss, id)).toBeNull()
  })
})

describe('the list', () => {
  test('begins with the account that most customers name, and claims about many accounts push nothing down', async () => {
    const [thief, first, second, victim] = [
      await addCustomer(sql),
      await addCustomer(sql),
      await addCustomer(sql),
      await addCustomer(sql, 'Vic Victim'),
    ]
    for (let nth = 0; nth < 8; nth++) await claim(thief, '100', await addCustomer(sql))
    await claim(first, '1', victim)
    await claim(second, '1', victim)
    const [{ id: large } = { id: '' }] = await receivedBy(
      await addCustomer(sql).then(async (to) => {
        await claim(payer, '900', to)
        return to
      }),
    )
    const ids = await listed(agent, 10)
    expect(ids.slice(0, 2)).toEqual([await caseOf(victim), large])
    expect(new Set(ids).size).toBe(10)
    const open = await sql<{ id: string; kind: string }[]>`select id, kind from private.cases where state = 'open'`
    const received = new Set(open.filter(({ kind }) => kind === 'received').map(({ id }) => id))
    // Five on top, the others where they are due.
    expect(ids.slice(0, 5).every((id) => received.has(id))).toBe(true)
    const page = await as(agent)<
      { id: string; due_at: Date }[]
    >`select id, due_at from public.list_cases(p_limit => 10)`
    const last = page.at(-1)
    const rest = await as(agent)<{ id: string }[]>`
      select id from public.list_cases(p_after => ${last?.due_at ?? null}, p_after_id => ${last?.id ?? null}, p_after_turn => 1, p_limit => 100)`
    expect([...ids, ...rest.map(({ id }) => id)].toSorted()).toEqual(open.map(({ id }) => id).toSorted())
  })
})

describe('the owner of the account', () => {
  /** What each function of the API that only reads, and each table, answers. */
  async function answersTo(who: Person, caseId: string) {
    const answers: Record<string, unknown> = {}
    // The newest hash of the whole audit changes with every act.
    const calls = (await apiCalls(sql)).filter(({ isVolatile, name }) => !isVolatile && name !== 'get_audit_hashes')
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_any_column_privilege('authenticated', c.oid, 'select')`
    await withRollback(sql, async (db) => {
      await setCaller(db, who)
      const ask = async (name: string, text: string) => {
        try {
          await db.savepoint(async (inner) => {
            answers[name] = await inner.unsafe(text)
          })
        } catch (error) {
          answers[name] = (error as { code?: string }).code
        }
      }
      for (const { name, call } of calls) await ask(name, call)
      await ask('the case', `select public.get_my_case('${caseId}')`)
      for (const { name } of tables) await ask(`table ${name}`, `select count(*) from public.${name}`)
    })
    return answers
  }

  test('learns nothing of it: the answers of the API are the same before and after', async () => {
    const paid = await pay(payer, '300')
    const before = await answersTo(owner, crypto.randomUUID())
    await sendClaim(sql, payer, paid, { at: new Date().toISOString() })
    const id = await caseOf()
    await read(agent, id)
    await as(agent)`select public.assign_case(${id})`
    await as(agent)`select public.add_case_note(${id}, 'Only for us')`
    expect(await answersTo(owner, id)).toEqual(before)
    expect(await decide(agent, id)).toBeNull()
    expect(await answersTo(owner, id)).toEqual(before)
    expect(await hintOf(owner, (db) => db`select public.answer_case(${id}, 'Mine')`)).toBe('case-gone')
    // Nor does a look at them that follows from it name it, and the claimant learns nothing of the owner.
    expect(
      await sql`
      select action from private.audit_log where person_id = ${owner.id} and subject_kind = 'case'`,
    ).toEqual([])
    const mine = await callAs<object>(
      sql,
      payer,
      (db) => db`select public.get_my_case((select c.id from public.list_my_cases() c limit 1)) as answer`,
    )
    expect(JSON.stringify(mine)).not.toContain('received_case_id')
    expect(JSON.stringify(mine)).not.toContain('balance')
  })

  test('is opened by staff for a reason that they choose, not for the case', async () => {
    await claim(payer, '300')
    const both = await addAdmin(sql, ['manage_cases', 'approve_users'])
    await as(both)`select public.assign_case(${await caseOf()})`
    expect(await hintOf(both, (db) => db`select public.record_user_view(${owner.id})`)).not.toBeNull()
  })
})
