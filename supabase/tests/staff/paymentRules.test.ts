import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Db, type Person, hintOfRequest, request, untilBlocked } from '../fixtures/database'
import { permissions } from '../access/rights/expectedRights'
import { scheduleFuturePayment } from '../fixtures/outgoingPayments'
import { externalPayee, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, addAdmin, addSuperAdmin, aSuperAdmin, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, asker, approver, payer, payee } = withPeople({
  asker: aSuperAdmin(),
  approver: aSuperAdmin(),
  payer: aCustomer('Priya Shah'),
  payee: aCustomer('John Smith'),
})

type Rule = { name: string; action: string; threshold: string | number | null; active: boolean }
type Figures = Record<
  'warned' | 'warned_pounds' | 'reviewed' | 'reviewed_pounds' | 'scams' | 'scam_pounds' | 'regular',
  number
>
type Result = { payments: number; tried: number; scams: number; before: Figures; after: Figures }
type Trial = { id: string; result: Result }
type Shown = { rules: Rule[]; waiting: { id: string; asked_by: string; reason: string; problem: string | null } | null }

const inForce = async () => {
  const [row] = await sql<{ rules: Rule[] }[]>`select private.rules_in_force() as rules`
  return row?.rules ?? []
}
let shipped: Rule[] = []
beforeEach(async () => {
  shipped = await inForce()
  await sql`truncate private.payment_orders, private.future_requests, private.payee_reports`
  await sql`update private.approval_requests set state = 'withdrawn', decided_at = now() where state = 'waiting'`
})
afterEach(async () => {
  await sql`
    update private.payment_rules r set threshold = s.threshold, active = s.active
    from jsonb_populate_recordset(null::private.payment_rules, ${JSON.stringify(shipped)}::text::jsonb) s
    where s.name = r.name and s.action = r.action`
})

/** The rules in force with these changes, as the form sends them. */
const changed = async (...changes: (Pick<Rule, 'name' | 'action'> & Partial<Rule>)[]) =>
  (await inForce()).map((rule) => {
    const next = {
      ...rule,
      ...changes.find(({ name, action }) => name === rule.name && action === rule.action),
    }
    return { ...next, threshold: next.threshold === null ? null : String(next.threshold) }
  })
const tryRules = async (rules: unknown, who: Person = asker) =>
  callAs<Trial>(sql, who, (db) => db`select public.try_payment_rules(${JSON.stringify(rules)}::text::jsonb) as answer`)
/** Only this rule is in force afterwards. */
const tryAlone = async (name: string, action: string, threshold: number | null) => {
  const { result } = await tryRules(
    (await changed({ name, action, threshold, active: true })).map((rule) => ({
      ...rule,
      active: rule.name === name && rule.action === action,
    })),
  )
  return result
}
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const hintOfTrial = (rules: unknown, who: Person = asker) =>
  hintOf(who, (db) => db`select public.try_payment_rules(${JSON.stringify(rules)}::text::jsonb)`)
const ask = (id: string, who: Person = asker) =>
  hintOf(who, (db) => db`select public.request_payment_rules(${id}, 'Too many warnings')`)
const shown = (who: Person) => callAs<Shown>(sql, who, (db) => db`select public.get_payment_rules() as answer`)
const approve = (id: string, who: Person = approver) => hintOf(who, (db) => db`select public.approve_request(${id})`)
const higher = { name: 'first_payment', action: 'warn', threshold: 400 }
/** A change that waits, and the id of its request. */
async function waiting(change: Pick<Rule, 'name' | 'action'> & Partial<Rule> = higher) {
  const { id } = await tryRules(await changed(change))
  expect(await ask(id)).toBeNull()
  return (await shown(approver)).waiting?.id ?? ''
}
const thresholdOf = async (name = 'first_payment', action = 'warn') =>
  (await inForce()).find((rule) => rule.name === name && rule.action === action)?.threshold

type Facts = {
  amount: number
  balance?: number
  isNew?: boolean
  isMismatch?: boolean
  isUnconfirmed?: boolean
  unwarned?: number
  newPayees?: number
  reports?: number
  earlier?: number
}
/** A payment that was made some days ago, with what the rules asked then. */
async function paid(facts: Facts | null, daysAgo = 1): Promise<string> {
  const id = randomUUID()
  const row =
    facts === null
      ? sql`null`
      : sql`row(null, null, null, '{}'::text[], null, null, null, row(
          ${facts.amount}::numeric, ${facts.balance ?? 5000}::numeric, ${facts.isNew ?? false}, ${facts.isMismatch ?? false},
          ${facts.isUnconfirmed ?? false}, ${facts.unwarned ?? 0}::numeric, ${facts.newPayees ?? 0}::integer, ${facts.reports ?? 0}::integer,
          ${facts.earlier ?? 0}::integer
        )::private.rule_facts)::private.payment_evidence`
  await sql`
    insert into private.payment_orders (user_id, request_id, created_at, payload_hash, movement_id, evidence)
    values (${payer.id}, ${randomUUID()}, now() - make_interval(days => ${daysAgo}), '', ${id}, ${row})`
  return id
}
const report = (id: string) =>
  sql`
    insert into private.payee_reports (sort_code, account_number, reporter_id, transaction_id)
    values ('12-34-56', '12345678', ${randomUUID()}, ${id})`

test('a super admin tries 50 changes in an hour', async () => {
  const { id } = await tryRules(await changed(higher))
  await sql`
    insert into private.rule_trials (created_at, tried_by, rules_before, rules_after, result)
    select t.created_at, t.tried_by, t.rules_before, t.rules_after, t.result
    from private.rule_trials t, generate_series(1, 49) where t.id = ${id}`
  expect(await hintOfTrial(await changed(higher))).toBe('too-many-changes')
  await sql`delete from private.rule_trials`
})

describe('what a payment keeps', () => {
  const facts = (from: 'payment_orders' | 'future_requests') =>
    sql`select ((o.evidence).facts).* from private.${sql(from)} o where o.user_id = ${payer.id}`
  const first = {
    amount: '300.00',
    balance: '5000.00',
    is_new: true,
    is_mismatch: false,
    is_unconfirmed: true,
    unwarned: '0',
    new_payees: 0,
    reports: 0,
    earlier_payments: 0,
  }

  test('a payment keeps what the rules asked, also where no rule is active, and a usual payment keeps nothing', async () => {
    await sql`update private.payment_rules set active = false`
    await payAs(sql, payer, { ...externalPayee, amount: '300' })
    await payAs(sql, payer, { ...externalPayee, amount: '20' })
    await payAs(sql, payer, { ...payeeAt(payee), amount: '260' })
    await sql`update public.recipients set created_at = now() - interval '2 days' where user_id = ${payer.id}`
    await payAs(sql, payer, { ...payeeAt(payee), amount: '20' })
    const stored = await sql`
      select (o.evidence).facts is distinct from null as has_facts, ((o.evidence).facts).*
      from private.payment_orders o where o.user_id = ${payer.id} order by o.created_at`
    expect(stored.map(({ has_facts: has }) => has as boolean)).toEqual([true, true, true, false])
    expect(stored[0]).toMatchObject(first)
    expect(stored[1]).toMatchObject({
      ...first,
      amount: '20.00',
      balance: '4700.00',
      unwarned: '300.00',
      earlier_payments: 1,
    })
    expect(stored[2]).toMatchObject({
      ...first,
      amount: '260.00',
      balance: '4680.00',
      is_unconfirmed: false,
      unwarned: null,
      new_payees: 1,
    })
    expect((await tryAlone('first_payment', 'warn', 259)).payments).toBe(4)
  })

  test('a payment for another day is tried like one that is made at once', async () => {
    const id = await request(sql, payer, (db) => scheduleFuturePayment(db, { amount: '300' }))
    expect(await facts('future_requests')).toEqual([first])
    await report(id)
    expect(await tryAlone('first_payment', 'review', 299.99)).toMatchObject({
      payments: 1,
      scams: 1,
      before: { warned: 1, reviewed: 0 },
      after: { warned: 0, reviewed: 1, reviewed_pounds: 300, scams: 1 },
    })
  })
})

describe('a trial', () => {
  const boundaries: [string, Facts, number | null, number | null][] = [
    ['first_payment', { amount: 300, isNew: true }, 299.99, 300],
    ['unconfirmed_name', { amount: 300, isUnconfirmed: true }, 299.99, 300],
    ['unconfirmed_name', { amount: 300, isUnconfirmed: true, unwarned: 100 }, 399.99, 400],
    ['half_of_balance', { amount: 300, balance: 500, isNew: true }, 0.59, 0.6],
    ['many_new_payees', { amount: 300, isNew: true, newPayees: 2 }, 3, 4],
    ['reported_payee', { amount: 300, reports: 2 }, 2, 3],
  ]
  test.each(boundaries)(
    'counts the payments of the rule %s at its boundary',
    async (name, facts, matching, missing) => {
      await paid(facts)
      await paid({ amount: 300 })
      expect((await tryAlone(name, 'warn', matching)).after).toMatchObject({
        warned: 1,
        warned_pounds: 300,
        reviewed: 0,
      })
      expect((await tryAlone(name, 'warn', missing)).after).toMatchObject({ warned: 0, warned_pounds: 0 })
      expect((await tryAlone(name, 'review', matching)).after).toMatchObject({
        warned: 0,
        reviewed: 1,
        reviewed_pounds: 300,
      })
      expect((await tryAlone(name, 'review', missing)).after).toMatchObject({ reviewed: 0 })
    },
  )

  test('counts the payments of the rule name_mismatch, which has no threshold', async () => {
    await paid({ amount: 300, isMismatch: true })
    await paid({ amount: 300 })
    expect((await tryAlone('name_mismatch', 'review', null)).after).toMatchObject({
      warned: 0,
      reviewed: 1,
      reviewed_pounds: 300,
    })
  })

  test('shows the rules in force beside the change, for 90 days, with usual payments in the number', async () => {
    await paid({ amount: 300, isNew: true }, 89)
    await paid({ amount: 500, isNew: true })
    await paid(null)
    await paid({ amount: 500, isNew: true }, 91)
    const { result } = await tryRules(await changed(higher))
    expect(result).toMatchObject({
      payments: 3,
      tried: 3,
      before: { warned: 2, warned_pounds: 800, reviewed: 0 },
      after: { warned: 1, warned_pounds: 500, reviewed: 0 },
    })
  })

  test('counts reported scams that a rule catches, by a report or a claim that was sent', async () => {
    const [reported, claimed, drafted, missed] = [
      await paid({ amount: 300, isNew: true }),
      await paid({ amount: 500, isNew: true }),
      await paid({ amount: 700, isNew: true }),
      await paid(null),
    ]
    for (const id of [reported, missed]) await report(id)
    for (const id of [claimed, drafted]) {
      await sql`insert into private.claims (user_id, movement_id, saved_at, kind) values (${payer.id}, ${id}, now(), 'scam')`
    }
    await sql`
      insert into private.cases (id, kind, user_id, opened_at, due_at, last_at)
      select c.id, 'scam', c.user_id, now(), now(), now() from private.claims c where c.movement_id = ${claimed}`
    const { result } = await tryRules(await changed(higher))
    expect(result).toMatchObject({
      scams: 3,
      before: { warned: 3, scams: 2, scam_pounds: 800 },
      after: { warned: 2, scams: 1, scam_pounds: 500 },
    })
    await sql`delete from private.cases`
  })

  test('counts payments to payees who were paid three times before', async () => {
    await paid({ amount: 2000, isUnconfirmed: true, earlier: 3 })
    await paid({ amount: 2000, isUnconfirmed: true, earlier: 2 })
    const { result } = await tryRules(await changed({ name: 'unconfirmed_name', action: 'warn', threshold: 2000 }))
    expect([result.before, result.after]).toMatchObject([
      { warned: 2, regular: 1 },
      { warned: 0, regular: 0 },
    ])
  })

  test('without a payment it shows zeros', async () => {
    const { result } = await tryRules(await changed(higher))
    expect(result).toMatchObject({
      payments: 0,
      tried: 0,
      scams: 0,
      before: { warned: 0 },
      after: { reviewed_pounds: 0 },
    })
  })

  test('above 100,000 payments it tries the same random sample each time, and all reported ones', async () => {
    const add = (count: number) => sql`
      insert into private.payment_orders (user_id, request_id, created_at, payload_hash, movement_id, evidence)
      select ${payer.id}, gen_random_uuid(), now(), '', gen_random_uuid(), case when n % 20 = 0 then row(
        null, null, null, '{}'::text[], null, null, null, row(300, 5000, true, false, false, 0, 0, 0, 0)::private.rule_facts
      )::private.payment_evidence end
      from generate_series(1, ${count}::integer) n`
    await add(100_000)
    const draft = await changed(higher)
    expect((await tryRules(draft)).result).toMatchObject({ tried: 100_000, before: { warned: 5000 } })
    await add(100_000)
    await sql`
      insert into private.payee_reports (sort_code, account_number, reporter_id, transaction_id)
      select '12-34-56', '12345678', gen_random_uuid(), o.movement_id
      from private.payment_orders o where o.evidence is distinct from null limit 20`
    const { result } = await tryRules(draft)
    expect(result).toMatchObject({ payments: 200_000, scams: 20, before: { scams: 20, scam_pounds: 6000 } })
    expect(result.tried).toBeGreaterThan(98_500)
    expect(result.tried).toBeLessThan(101_500)
    expect(result.before.warned / result.tried).toBeCloseTo(0.05, 2)
    expect((await tryRules(draft)).result.before).toEqual(result.before)
  })

  test('changes no rule, and an old one is deleted unless it was asked about', async () => {
    const draft = await changed(higher)
    const [old, asked] = [await tryRules(draft), await tryRules(draft)]
    expect(await ask(asked.id)).toBeNull()
    await sql`update private.rule_trials set created_at = now() - interval '25 hours' where id in (${old.id}, ${asked.id})`
    await tryRules(draft)
    expect(
      (await sql`select id from private.rule_trials where id in (${old.id}, ${asked.id})`).map(
        ({ id }) => id as string,
      ),
    ).toEqual([asked.id])
    expect(await thresholdOf()).toBe(250)
  })

  test.each([
    ['first_payment', '-1', 'field:first_payment-warn'],
    ['first_payment', '1000000.01', 'field:first_payment-warn'],
    ['first_payment', null, 'field:first_payment-warn'],
    ['first_payment', '0x10', 'field:first_payment-warn'],
    ['name_mismatch', '1', 'field:name_mismatch-warn'],
    ['half_of_balance', '1.01', 'field:half_of_balance-warn'],
    ['half_of_balance', '0.49', 'field:half_of_balance-warn'],
    ['many_new_payees', '2', 'field:many_new_payees-warn'],
    ['many_new_payees', '3.5', 'field:many_new_payees-warn'],
    ['reported_payee', '0', 'field:reported_payee-warn'],
    ['reported_payee', '101', 'field:reported_payee-warn'],
  ])('refuses the rule %s with the threshold %s', async (name, threshold, hint) => {
    expect(await hintOfTrial(await changed({ name, action: 'warn', threshold }))).toBe(hint)
  })

  test('refuses a change of nothing, a missing rule, one that does not exist, and what is no list', async () => {
    const rules = await changed(higher)
    expect(await hintOfTrial(await changed())).toBe('rules-unchanged')
    const [first] = rules
    for (const wrong of [
      rules.slice(1),
      [...rules.slice(1), { ...first, name: 'other' }],
      [...rules.slice(1), rules[1]],
      [...rules.slice(1), { ...first, active: 'yes' }],
      [...rules.slice(1), 'rule'],
      {},
      null,
      [...rules.slice(1), { ...first, more: 'x'.repeat(4000) }],
    ]) {
      expect(await hintOfTrial(wrong)).toBe('rules-missing')
    }
  })

  test('the table itself refuses a threshold outside of the limits', async () => {
    await expect(
      sql`update private.payment_rules set threshold = 2 where name = 'half_of_balance'`,
    ).rejects.toMatchObject({
      code: '23514',
    })
  })
})

describe('a change of the rules', () => {
  test('acts when a second super admin has approved it, and the audit has each rule before and after', async () => {
    const id = await waiting()
    expect(await thresholdOf()).toBe(250)
    expect((await shown(approver)).waiting).toMatchObject({
      asked_by: asker.id,
      reason: 'Too many warnings',
      problem: null,
    })
    expect(await approve(id, asker)).toBe('own-request')
    expect(await approve(id)).toBeNull()
    expect(await thresholdOf()).toBe(400)
    expect((await shown(asker)).waiting).toBeNull()
    expect(
      await sql`
        select l.actor_id, l.details - 'request_id' as details from private.audit_log l
        where l.action = 'change_rule' and l.details ->> 'request_id' = ${id}`,
    ).toEqual([
      {
        actor_id: approver.id,
        details: {
          rule: 'first_payment',
          action: 'warn',
          threshold_before: 250,
          threshold_after: 400,
          active_before: true,
          active_after: true,
        },
      },
    ])
    // The next payment is asked by the new rules.
    const rules = await as(payer)`
      select rule from public.assess_payment('External Payee', '12-34-56', '12345678', '300')`
    expect(rules).toEqual([])
  })

  test('can turn a rule of reviews on', async () => {
    expect(await approve(await waiting({ name: 'first_payment', action: 'review', active: true }))).toBeNull()
    await payAs(sql, payer, { ...externalPayee, amount: '300' })
    expect((await tryAlone('first_payment', 'review', 299)).before).toMatchObject({ reviewed: 0, warned: 1 })
  })

  test('waits for a second person also where four eyes are off', async () => {
    await sql`update private.settings set four_eyes_above = null where only_row`
    expect(await approve(await waiting(), asker)).toBe('own-request')
  })

  test.each([
    ['the asker acted on the approver', () => [asker, approver] as const],
    ['the approver acted on the asker', () => [approver, asker] as const],
  ])('one person is refused: %s', async (_name, people) => {
    const [actor, target] = people()
    await sql`
      insert into private.audit_log (actor_id, action, subject_kind, subject_id) values (${actor.id}, 'view_pin', 'person', ${target.id})`
    const id = await waiting()
    expect((await shown(approver)).waiting).toMatchObject({ id })
    expect(await approve(id)).toBe('not-independent')
    expect(await thresholdOf()).toBe(250)
  })

  test('one person is refused in a chain through a third account', async () => {
    const third = await addSuperAdmin(sql)
    for (const { id } of [asker, third]) {
      await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`
      await sql`insert into public.admin_permissions values (${id}, 'approve_users')`
    }
    await request(sql, asker, async (db) => void (await db`select public.record_pin_view(${third.id})`))
    await request(sql, third, async (db) => void (await db`select public.record_pin_view(${approver.id})`))
    expect(await approve(await waiting())).toBe('not-independent')
    expect(await thresholdOf()).toBe(250)
  })

  test('one change waits at a time, and the asker can withdraw it', async () => {
    const id = await waiting()
    const other = await tryRules(await changed({ ...higher, threshold: 500 }), approver)
    expect(await ask(other.id, approver)).toBe('approval-pending')
    expect(await hintOf(asker, (db) => db`select public.refuse_request(${id}, 'Another idea')`)).toBeNull()
    expect(await ask(other.id, approver)).toBeNull()
    expect(await approve(id)).toBe('already-decided')
  })

  test('is outdated when the rules have changed since the trial, and makes way for a new one', async () => {
    const id = await waiting()
    await sql`update private.payment_rules set active = false where name = 'reported_payee' and action = 'warn'`
    expect((await shown(approver)).waiting).toMatchObject({ problem: 'changed' })
    expect(await approve(id)).toBe('request-outdated')
    expect(await thresholdOf()).toBe(250)
    const next = await waiting()
    expect(next).not.toBe(id)
    expect(await approve(next)).toBeNull()
    expect(await thresholdOf()).toBe(400)
  })

  test('needs a trial of the asker, of the rules in force, within a day', async () => {
    const { id } = await tryRules(await changed(higher))
    expect(await ask(id, approver)).toBe('trial-outdated')
    expect(await ask(randomUUID())).toBe('trial-outdated')
    await sql`update private.rule_trials set created_at = now() - interval '25 hours' where id = ${id}`
    expect(await ask(id)).toBe('trial-outdated')
    const fresh = await tryRules(await changed(higher))
    await sql`update private.payment_rules set active = false where name = 'reported_payee' and action = 'warn'`
    expect(await ask(fresh.id)).toBe('trial-outdated')
  })

  test('is not approved once the asker is no super admin', async () => {
    const id = await waiting()
    await sql`delete from public.user_roles where user_id = ${asker.id}`
    expect(await approve(id)).toBe('asker-lost-right')
  })

  test('two super admins who approve at the same moment change the rules once', async () => {
    const third = await addSuperAdmin(sql)
    const id = await waiting()
    let later: Promise<string | null> | undefined
    await request(sql, approver, async (db) => {
      await db`select public.approve_request(${id})`
      later = approve(id, third)
      await untilBlocked(sql, 'approve_request')
    })
    expect(await later).toBe('already-decided')
    expect(
      await sql`select from private.audit_log l where l.action = 'change_rule' and l.details ->> 'request_id' = ${id}`,
    ).toHaveLength(1)
  })

  test('a new change that is asked for during the approval of the last one is refused: it was tried on the old rules', async () => {
    const id = await waiting()
    const { id: trial } = await tryRules(await changed({ ...higher, threshold: 500 }))
    let later: Promise<string | null> | undefined
    await request(sql, approver, async (db) => {
      await db`select public.approve_request(${id})`
      later = ask(trial)
      await untilBlocked(sql, 'request_payment_rules')
    })
    expect(await later).toBe('trial-outdated')
    expect(await thresholdOf()).toBe(400)
  })
})

describe('nobody else', () => {
  test('an admin with every permission, and a customer, cannot approve a change', async () => {
    const id = await waiting()
    const admin = await addAdmin(sql, permissions)
    for (const who of [admin, payer]) expect(await approve(id, who)).toBe('no-permission')
    expect(await callAs<number>(sql, admin, (db) => db`select public.count_approval_requests() as answer`)).toBe(0)
    expect(await callAs<number>(sql, approver, (db) => db`select public.count_approval_requests() as answer`)).toBe(1)
  })

  test('only the approval of a change writes the rules', async () => {
    const writers = await sql<{ name: string }[]>`
      select p.proname as name from pg_proc p
      where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace, 'internal_api'::regnamespace)
        and p.prosrc ~ '(update|insert into|delete from|merge into) private[.]payment_rules'`
    expect(writers.map(({ name }) => name)).toEqual(['change_rules'])
    const callers = await sql<{ name: string }[]>`
      select p.proname as name from pg_proc p where p.prosrc ~ 'private[.]change_rules'`
    expect(callers.map(({ name }) => name)).toEqual(['rules_request'])
  })
})
