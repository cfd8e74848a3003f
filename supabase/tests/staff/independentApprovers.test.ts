import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, type Person, hintOfRequest, request, untilBlocked } from '../fixtures/database'
import { accountOf, addAdmin, signUp, addSuperAdmin, aCustomer, withPeople } from '../fixtures/people'
import { callAs, unusedPin } from '../fixtures/staff'

const { sql, as, customer } = withPeople({ customer: aCustomer('Cora Customer') })
const userRights = ['approve_users', 'financial_support']
const refused = 'not-independent'

beforeAll(async () => {
  await sql`update private.settings set four_eyes_above = 1000 where only_row`
})

/** A super admin with the permissions of a user administrator. */
async function addHead(): Promise<Person> {
  const head = await addSuperAdmin(sql)
  await sql`insert into public.user_roles values (${head.id}, 'admin')`
  await sql`insert into public.admin_permissions select ${head.id}, unnest(${userRights}::text[])`
  return head
}

/** The hint of the refusal; null if the call succeeds, which commits it. */
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)

async function ask(asker: Person) {
  await as(asker)`select public.request_approval('balance', ${customer.id}, 'Branch asked for it', '9000', '5000.00')`
}
async function idOf() {
  const [row] = await sql<{ id: string }[]>`
    select id from private.approval_requests where user_id = ${customer.id} and state = 'waiting'`
  if (!row) throw new Error('no request is waiting')
  return row.id
}
async function approve(approver: Person) {
  const id = await idOf()
  return hintOf(approver, (db) => db`select public.approve_request(${id})`)
}
const balance = async () => (await accountOf(sql, customer)).balance

/** Asks as the one, and expects that the other sees why they cannot approve it, is refused, and can refuse it. */
async function expectRefusal(asker: Person, approver: Person) {
  const count = () => callAs<number>(sql, approver, (db) => db`select public.count_approval_requests() as answer`)
  const before = await count()
  await ask(asker)
  expect(await count()).toBe(before)
  const id = await idOf()
  const rows = await as(
    approver,
  )`select problem, can_decide from public.list_approval_requests(p_limit => 100) where id = ${id}`
  expect(rows).toEqual([{ problem: refused, can_decide: true }])
  expect(await approve(approver)).toBe(refused)
  expect(await balance()).toBe('5000.00')
  expect(await hintOf(approver, (db) => db`select public.refuse_request(${id}, 'No')`)).toBeNull()
}

const pinIsRead = (about: Person) => (db: Db) => db`select public.record_pin_view(${about.id})`

describe('nobody approves a request of an administrator who recently', () => {
  const acts: [string, (about: Person) => (db: Db) => PromiseLike<unknown>][] = [
    ['read their PIN', pinIsRead],
    ['copied their PIN', (about) => (db) => db`select public.record_pin_view(${about.id}, true)`],
    [
      'chose a PIN for them',
      (about) => async (db) => db`select public.update_user(${about.id}, p_pin => ${await unusedPin(sql)})`,
    ],
    ['gave them a random PIN', (about) => (db) => db`select public.give_random_pin(${about.id})`],
    ['removed their PIN', (about) => (db) => db`select public.update_user(${about.id}, p_pin => '')`],
    [
      'changed their address for emails',
      (about) => (db) => db`select public.update_user(${about.id}, p_notification_email => 'mine@mail.example')`,
    ],
    [
      'gave them a permission',
      (about) => (db) => db`select public.set_permission(${about.id}, 'view_transactions', true)`,
    ],
  ]

  test.each(acts)('%s', async (_name, act) => {
    const [asker, approver] = [await addHead(), await addHead()]
    await request(sql, asker, async (db) => void (await act(approver)(db)))
    // A new PIN ends the sessions.
    await sql`
      insert into auth.sessions (id, user_id, created_at) values (${approver.sessionId}, ${approver.id}, now())
      on conflict do nothing`
    await expectRefusal(asker, approver)
    // Nor the other way round: the asker's account could be the approver's.
    await expectRefusal(approver, asker)
  })

  test('restored them', async () => {
    const asker = await addHead()
    const approver = await addAdmin(sql, userRights)
    await sql`update public.profiles set suspended_at = now() where id = ${approver.id}`
    await as(asker)`select public.restore_user(${approver.id})`
    await expectRefusal(asker, approver)
  })

  test('gave them financial support', async () => {
    const asker = await addHead()
    const approver = await addAdmin(sql, ['approve_users'])
    await as(asker)`select public.set_financial_support(${approver.id}, true)`
    await expectRefusal(asker, approver)
  })

  test('approved them and made them an admin', async () => {
    const asker = await addHead()
    const puppet = await signUp(sql, 'Pat Puppet')
    await as(asker)`select public.approve_users(${[puppet.id]})`
    await as(asker)`select public.make_admin(${puppet.id})`
    await as(asker)`select public.set_permission(${puppet.id}, 'financial_support', true)`
    await expectRefusal(asker, puppet)
  })

  test('approved them, when another super admin gave the role', async () => {
    const asker = await addAdmin(sql, userRights)
    const puppet = await signUp(sql, 'Pat Puppet')
    await as(asker)`select public.approve_users(${[puppet.id]})`
    await sql`insert into public.user_roles values (${puppet.id}, 'admin')`
    await sql`insert into public.admin_permissions select ${puppet.id}, unnest(${userRights}::text[])`
    await expectRefusal(asker, puppet)
  })

  test('asked that they become a super admin', async () => {
    const [asker, second] = [await addHead(), await addHead()]
    const approver = await addAdmin(sql, userRights)
    await as(asker)`select public.request_approval('super_admin', ${approver.id}, 'Head of support')`
    const [row] = await sql<{ id: string }[]>`
      select id from private.approval_requests where user_id = ${approver.id}`
    expect(await hintOf(second, (db) => db`select public.approve_request(${row?.id ?? ''})`)).toBeNull()
    await expectRefusal(asker, approver)
    await expectRefusal(second, approver)
  })
})

describe('a chain', () => {
  test('a chain of accounts, each used to act on the next, is refused from both ends', async () => {
    const [first, second, third, last] = [await addHead(), await addHead(), await addHead(), await addHead()]
    await request(sql, first, pinIsRead(second))
    await request(sql, second, pinIsRead(third))
    await request(sql, third, pinIsRead(last))
    await expectRefusal(first, last)
    await expectRefusal(last, first)
  })

  test('through an account that has been deleted is refused', async () => {
    const [asker, approver] = [await addHead(), await addHead()]
    const puppet = await addAdmin(sql, userRights)
    await request(sql, asker, pinIsRead(puppet))
    await sql`insert into public.user_roles values (${puppet.id}, 'super_admin')`
    await request(sql, puppet, pinIsRead(approver))
    await sql`delete from public.user_roles where user_id = ${puppet.id} and role = 'super_admin'`
    expect(await hintOf(asker, (db) => db`select public.delete_person(${puppet.id})`)).toBeNull()
    await expectRefusal(asker, approver)
  })

  test('a chain of one administrator with the accounts of both is refused', async () => {
    const [asker, approver, thief] = [await addHead(), await addHead(), await addHead()]
    await request(sql, thief, pinIsRead(asker))
    await request(sql, thief, pinIsRead(approver))
    await expectRefusal(asker, approver)
  })

  test('a chain that goes round in a circle ends', async () => {
    const [first, second, independent] = [await addHead(), await addHead(), await addHead()]
    await request(sql, first, pinIsRead(second))
    await request(sql, second, pinIsRead(first))
    await expectRefusal(first, second)
    await ask(first)
    expect(await approve(independent)).toBeNull()
  })
})

describe('the person whom a request is about', () => {
  /** An administrator with an account, about whose balance the others decide. */
  const addSubject = async () => {
    const subject = await addHead()
    await as(subject)`select public.open_current_account()`
    return subject
  }
  const askAbout = async (subject: Person, asker: Person) => {
    await as(asker)`
      select public.request_approval('balance', ${subject.id}, 'Branch asked for it', '9000', '5000.00')`
    const [row] = await sql<{ id: string }[]>`
      select id from private.approval_requests where user_id = ${subject.id} and state = 'waiting'`
    return row?.id ?? ''
  }
  const approveIt = (who: Person, id: string) => hintOf(who, (db) => db`select public.approve_request(${id})`)

  test.each(['approver', 'asker'])('does not approve it by the account of the %s', async (which) => {
    const [subject, asker, approver, other] = [await addSubject(), await addHead(), await addHead(), await addHead()]
    const between = await addHead()
    await request(sql, subject, pinIsRead(between))
    await request(sql, between, pinIsRead(which === 'asker' ? asker : approver))
    const id = await askAbout(subject, asker)
    expect(await approveIt(approver, id)).toBe(refused)
    expect(
      await as(approver)`select problem from public.list_approval_requests(p_limit => 100) where id = ${id}`,
    ).toEqual([{ problem: refused }])
    expect(await approveIt(other, id)).toBe(which === 'asker' ? refused : null)
  })
})

describe('independent approvers', () => {
  test('an approver is independent after the days of the setting', async () => {
    const [asker, approver] = [await addHead(), await addHead()]
    // The audit cannot be changed, so the row is written with its time.
    const record = (days: string) => sql`
      insert into private.audit_log (actor_id, action, subject_kind, subject_id, created_at)
      values (${asker.id}, 'view_pin', 'person', ${approver.id}, now() - ${days}::interval)`
    await record('30 days 1 minute')
    await ask(asker)
    await sql`update private.settings set four_eyes_days = 31 where only_row`
    try {
      expect(await approve(approver)).toBe(refused)
    } finally {
      await sql`update private.settings set four_eyes_days = 30 where only_row`
    }
    expect(await approve(approver)).toBeNull()
    expect(await balance()).toBe('9000.00')
  })

  test('an approver is independent although the asker looked at their page, took a right away or signed them out', async () => {
    const asker = await addHead()
    const approver = await addAdmin(sql, [...userRights, 'manage_chat'])
    await as(asker)`select public.record_user_view(${approver.id}, 'asked')`
    await as(asker)`select public.set_permission(${approver.id}, 'manage_chat', false)`
    await as(asker)`select public.add_user_note(${approver.id}, 'On leave in May')`
    await ask(asker)
    expect(await approve(approver)).toBeNull()
    expect(await balance()).toBe('9000.00')
  })

  test('an approver is independent although the asker sent the PIN to their own mailbox', async () => {
    const [asker, approver] = [await addHead(), await addHead()]
    await as(asker)`select public.send_pin_to_inbox(${approver.id})`
    await ask(asker)
    expect(await approve(approver)).toBeNull()
    expect(await balance()).toBe('9000.00')
  })

  test('an approver is independent although both acted on the same customer', async () => {
    const [asker, approver] = [await addHead(), await addHead()]
    for (const admin of [asker, approver]) await request(sql, admin, pinIsRead(customer))
    await ask(asker)
    expect(await approve(approver)).toBeNull()
  })

  test('an approver is independent although a third administrator acted on one of the two', async () => {
    const [asker, approver, third] = [await addHead(), await addHead(), await addHead()]
    await request(sql, third, pinIsRead(approver))
    await ask(asker)
    expect(await approve(approver)).toBeNull()
  })
})

test('an approval waits for the asker who is reading the PIN of the approver', async () => {
  const [asker, approver] = [await addHead(), await addHead()]
  await ask(asker)
  let approving: Promise<string | null> | undefined
  await request(sql, asker, async (db) => {
    await pinIsRead(approver)(db)
    approving = approve(approver)
    await untilBlocked(sql, 'approve_request')
  })
  expect(await approving).toBe(refused)
  expect(await balance()).toBe('5000.00')
})

test('the people behind an account are found by the index', async () => {
  const plan = await sql.begin(async (db) => {
    await db`set local enable_seqscan = off`
    return db<{ 'QUERY PLAN': string }[]>`
      explain select l.actor_id from private.audit_log l
      where l.person_id = ${customer.id} and private.gives_access(l.action, l.details) and l.created_at > now() - interval '30 days'`
  })
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_log_access_idx')
})
