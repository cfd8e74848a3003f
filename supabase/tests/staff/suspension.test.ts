import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Db, type Person, refusalAs, request, setCaller, untilBlocked } from '../fixtures/database'
import { scheduleFuturePayment } from '../fixtures/outgoingPayments'
import {
  accountOf,
  addAdmin,
  grantPermissions,
  addCustomer,
  signUp,
  anAdmin,
  addSuperAdmin,
  withPeople,
  aCustomer,
} from '../fixtures/people'
import { payAs, externalPayee, ledgerProblems, makePayment } from '../fixtures/payments'
import { callAs, pinOf, suspendCustomer } from '../fixtures/staff'

// Suspension, the decisions on many sign-ups at once, and the page of a user.
const { sql, as, admin, customer } = withPeople({
  admin: anAdmin(['approve_users']),
  customer: aCustomer('Cara Customer'),
})

const suspend = (who: Person, person: Person) => suspendCustomer(sql, who, person)
const restore = (who: Person, person: Person) =>
  callAs<boolean>(sql, who, (db) => db`select public.restore_user(${person.id}) as answer`)
const payment = () => ({ ...externalPayee, requestId: randomUUID(), amount: '10.00' })
const actionsOn = async (person: Person) =>
  (
    await sql<{ action: string }[]>`
      select action from private.audit_log where subject_id = ${person.id} order by id`
  ).map(({ action }) => action)
const isBanned = async (person: Person) =>
  (await sql`select from auth.users where id = ${person.id} and banned_until > now()`).length === 1
/** A session as after a new sign-in. */
const newSession = async (person: Person) => {
  const sessionId = randomUUID()
  await sql`
    insert into auth.sessions (id, user_id, created_at, updated_at) values (${sessionId}, ${person.id}, now(), now())`
  return { ...person, sessionId }
}

describe('suspend_user', () => {
  test('ends the sessions, lets a customer sign in, and deletes nothing; restore_user undoes it', async () => {
    const before = await accountOf(sql, customer)
    expect(await suspend(admin, customer)).toBe(true)
    expect(await suspend(admin, customer)).toBe(false)
    expect(await sql`select from auth.sessions where user_id = ${customer.id}`).toHaveLength(0)
    expect(await isBanned(customer)).toBe(false)
    expect(await accountOf(sql, customer)).toEqual(before)
    expect(await pinOf(sql, customer)).toMatch(/^\d{5}$/)

    expect(await restore(admin, customer)).toBe(true)
    expect(await restore(admin, customer)).toBe(false)
    const back = await newSession(customer)
    await payAs(sql, back, payment())
    expect((await accountOf(sql, customer)).balance).toBe('4990.00')
    expect(await actionsOn(customer)).toEqual(['suspend_user', 'restore_user'])
  })

  test('bans staff and users pending approval from signing in, without a cause or a case', async () => {
    const owner = await addSuperAdmin(sql)
    await grantPermissions(sql, owner, ['approve_users'])
    await sql`insert into public.user_roles (user_id, role) values (${owner.id}, 'admin')`
    const [colleague, pending] = [await addAdmin(sql, ['manage_chat']), await signUp(sql)]
    for (const person of [colleague, pending]) {
      await as(owner)`select public.suspend_user(${person.id})`
      expect(await isBanned(person)).toBe(true)
      expect(await sql`select from private.cases where user_id = ${person.id}`).toHaveLength(0)
      const back = await newSession(person)
      expect(await refusalAs(sql, back, (db) => db`select public.get_my_suspension()`)).toMatchObject({ code: 'PT401' })
      await as(owner)`select public.restore_user(${person.id})`
      expect(await isBanned(person)).toBe(false)
    }
  })

  test('keeps scheduled payments waiting until the user is restored', async () => {
    const due = await request(sql, customer, (db) => scheduleFuturePayment(db, { amount: '20.00' }))
    const send = async () => {
      const [row] = await sql`select private.send_outgoing_payment(${due}, now() + interval '2 days') as state`
      return row?.state as unknown
    }
    await suspend(admin, customer)
    expect(await send()).toBeNull()
    await restore(admin, customer)
    expect(await send()).toBe('sent')
    expect((await accountOf(sql, customer)).balance).toBe('4980.00')
  })

  test('follows the rules of deletion', async () => {
    const superAdmin = await addSuperAdmin(sql)
    const colleague = await addAdmin(sql, ['manage_chat', 'financial_support'])
    for (const person of [admin, superAdmin, colleague])
      await expect(suspend(admin, person)).rejects.toMatchObject({ code: 'PT403' })
    expect(await actionsOn(colleague)).toEqual([])
  })

  test('refuses a payment that has passed its checks and waits for the account', async () => {
    let paying: Promise<unknown> | undefined
    await sql.begin(async (db) => {
      await setCaller(db, admin)
      await db`select public.suspend_user(${customer.id}, 'inquiry', 'A check is running')`
      paying = request(sql, customer, (other) => makePayment(other, payment())).catch((error: unknown) => error)
      await untilBlocked(sql, 'make_payment')
    })
    expect(await paying).toMatchObject({ code: 'PT401' })
    expect((await accountOf(sql, customer)).balance).toBe('5000.00')
    expect(await sql`select from public.transactions where user_id = ${customer.id}`).toHaveLength(0)
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('waits for a payment that has the account, which then is complete', async () => {
    let suspending: Promise<boolean> | undefined
    let isSuspended = false
    await request(sql, customer, async (db) => {
      await makePayment(db, payment())
      suspending = suspend(admin, customer).finally(() => (isSuspended = true))
      await untilBlocked(sql, 'suspend_user')
      expect(isSuspended).toBe(false)
    })
    expect(await suspending).toBe(true)
    expect((await accountOf(sql, customer)).balance).toBe('4990.00')
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('approve_users and reject_users', () => {
  const approveAll = (who: Person, ...people: Person[]) =>
    callAs<number>(sql, who, (db) => db`select public.approve_users(${people.map(({ id }) => id)}) as answer`)
  const reject = (who: Person, reason: string | null, ...people: Person[]) =>
    callAs<number>(sql, who, (db) => db`select public.reject_users(${people.map(({ id }) => id)}, ${reason}) as answer`)
  const isApproved = async (person: Person) =>
    (await sql`select from public.profiles where id = ${person.id} and approved`).length === 1

  test('approve several users, each audited, and count those who were not approved before', async () => {
    const [first, second] = [await signUp(sql), await signUp(sql)]
    expect(await approveAll(admin, first, second, first, customer)).toBe(2)
    expect([await isApproved(first), await isApproved(second)]).toEqual([true, true])
    expect(await approveAll(admin, first, second)).toBe(0)
    await as(second)`select public.open_current_account()`
    expect(await actionsOn(second)).toEqual(['approve_user'])
  })

  test('approve all or none', async () => {
    const first = await signUp(sql)
    await expect(approveAll(admin, first, admin)).rejects.toMatchObject({ code: 'PT403' })
    expect(await isApproved(first)).toBe(false)
    const many = Array.from({ length: 101 }, () => first)
    await expect(approveAll(admin, ...many)).rejects.toMatchObject({ code: 'PT400' })
  })

  test('reject with a reason, which is mailed once; an approval lifts it', async () => {
    const [first, second] = [await signUp(sql, 'Rae Ject'), await signUp(sql)]
    await sql`update public.profiles set notification_email = 'rae@mail.example' where id = ${first.id}`
    expect(await reject(admin, ' No proof of address ', first, second)).toBe(2)
    expect(await reject(admin, 'Another reason', first)).toBe(0)
    const [mail] = await as('service_role')`select * from public.take_due_mails() where about_id = ${first.id}`
    expect(mail).toMatchObject({
      kind: 'rejection',
      recipient_email: 'rae@mail.example',
      recipient_name: 'Rae Ject',
      message: 'Reason: No proof of address',
    })
    expect(await actionsOn(first)).toEqual(['reject_user'])

    await approveAll(admin, first)
    expect(await isApproved(first)).toBe(true)
    expect(await sql`select from private.rejections where user_id = ${first.id}`).toHaveLength(0)
  })

  test.each(['', ' ', null, 'x'.repeat(301), 'see <b>here</b>'])('reject needs a reason, not %j', async (reason) => {
    const person = await signUp(sql)
    await expect(reject(admin, reason, person)).rejects.toMatchObject({ code: 'PT400', hint: 'field:reason' })
  })

  test('reject refuses approved users', async () => {
    const person = await signUp(sql)
    await expect(reject(admin, 'No', person, customer)).rejects.toMatchObject({ code: 'PT409' })
    expect(await actionsOn(person)).toEqual([])
  })
})

describe('preview_deletion', () => {
  const preview = async (who: Person, person: Person) => {
    await as(who)`select public.record_user_view(${person.id}, 'asked')`
    return as(who)`select * from public.preview_deletion(${person.id})`
  }

  test('says what goes', async () => {
    await sql`insert into public.chat_conversations (user_id) values (${customer.id})`
    await sql`
      insert into public.scheduled_payments (user_id, to_account_id, from_name, amount, scheduled_for)
      values (${customer.id}, ${customer.account.id}, 'Payer', 5, now() + interval '1 day')`
    expect([...(await preview(admin, customer))]).toEqual([
      {
        balance: '5000.00',
        held: '0.00',
        has_open_chat: true,
        scheduled_payments: '1',
        regular_payments: '0',
        needs_approval: false,
      },
    ])
    const pending = await signUp(sql)
    expect((await preview(admin, pending))[0]).toMatchObject({ balance: '0', has_open_chat: false })
  })

  test('preview_deletion is refused to staff who may not delete the user', async () => {
    const colleague = await addAdmin(sql, ['manage_chat'])
    await expect(preview(admin, colleague)).rejects.toMatchObject({ code: 'PT403' })
  })
})

describe('get_user_pin', () => {
  test('returns a PIN after record_pin_view of the same user, whether it is shown or copied', async () => {
    const other = await addCustomer(sql)
    const read = (person: Person) =>
      callAs<string>(sql, admin, (db) => db`select public.get_user_pin(${person.id}) as answer`)
    await as(admin)`select public.record_pin_view(${other.id})`
    expect(await read(other)).toBe(await pinOf(sql, other))
    await expect(read(customer)).rejects.toMatchObject({ code: 'PT409', hint: 'not-recorded' })
    await as(admin)`select public.record_pin_view(${customer.id}, true)`
    expect(await read(customer)).toBe(await pinOf(sql, customer))
    expect(await actionsOn(other)).toEqual(['view_pin'])
    expect(await actionsOn(customer)).toEqual(['copy_pin'])
  })

  test('get_user_pin is refused for the PIN of other staff', async () => {
    const colleague = await addAdmin(sql, [])
    await expect(as(admin)`select public.record_pin_view(${colleague.id})`).rejects.toMatchObject({ code: 'PT403' })
  })
})

describe('the page of a user', () => {
  type Page = Record<string, unknown>
  const record = (who: Person, person: Person) => as(who)`select public.record_user_view(${person.id}, 'asked')`
  const read = (who: Person, person: Person) =>
    callAs<Page>(sql, who, (db) => db`select public.get_user_page(${person.id}) as answer`)
  const open = async (who: Person, person: Person) => {
    await record(who, person)
    return read(who, person)
  }

  test('the page has the profile, account, sessions, roles and notes, and no PIN', async () => {
    await as(admin)`select public.add_user_note(${customer.id}, ' Called about a card ')`
    await as(customer)`select public.set_payment_limit('100')`
    await as(customer)`select public.set_payment_limit('9000')`
    const page = await open(admin, customer)
    expect(page).toMatchObject({
      full_name: 'Cara Customer',
      sign_in_email: customer.email,
      has_pin: true,
      account: { account_number: customer.account.account_number, balance: 5000, pending: 0 },
      limits: { sent_today: 0, next_limit: 9000, next_limit_from: expect.any(String), undo_seconds: 0 },
      cards: [{ status: 'active', last_four: expect.stringMatching(/^\d{4}$/) }],
      sessions: [{ device: null }],
      roles: [],
      notes: [{ note: 'Called about a card', author: 'Test Admin' }],
    })
    expect(JSON.stringify(page)).not.toContain(`"${await pinOf(sql, customer)}"`)
    expect(await actionsOn(customer)).toEqual(['add_user_note', 'set_payment_limit', 'set_payment_limit', 'view_user'])
  })

  test('the page has payments, chat and audit only for readers with the right of that tool', async () => {
    await payAs(sql, customer, payment())
    await sql`insert into public.chat_conversations (user_id) values (${customer.id})`
    const scheduled = await request(sql, customer, (db) => scheduleFuturePayment(db, { amount: '11' }))
    expect(await open(admin, customer)).toMatchObject({
      payments: null,
      payments_to_come: null,
      payees: null,
      chat: null,
      audit: null,
    })
    const all = await addAdmin(sql, ['approve_users', 'view_transactions', 'manage_chat'])
    await sql`insert into public.user_roles values (${all.id}, 'super_admin')`
    expect(await open(all, customer)).toMatchObject({
      payments: [{ other_party: 'External Payee', amount: 10, incoming: false }],
      payments_to_come: [{ id: scheduled, recipient: 'External Payee', amount: 11, state: 'scheduled' }],
      payees: [{ name: 'External Payee', paid_total: 10, user_id: null }],
      chat: [{ status: 'active' }],
      audit: [
        { action: 'view_user', actor: 'Test Admin' },
        { action: 'view_user', actor: 'Test Admin' },
        { action: 'schedule_outgoing_payment', actor: 'Cara Customer' },
      ],
    })
  })

  test('the page is not read without a record of this user', async () => {
    await expect(read(admin, customer)).rejects.toMatchObject({ code: 'PT409', hint: 'not-recorded' })
    await record(admin, await addCustomer(sql))
    await expect(read(admin, customer)).rejects.toMatchObject({ code: 'PT409' })
  })

  test('the page has no notes for oneself, who adds none either', async () => {
    const colleague = await addAdmin(sql, ['approve_users'])
    const add = (who: Person) => (db: Db) => db`select public.add_user_note(${admin.id}, ${`By ${who.id}`})`
    await request(sql, colleague, async (db) => void (await add(colleague)(db)))
    await expect(request(sql, admin, async (db) => void (await add(admin)(db)))).rejects.toMatchObject({
      code: 'PT403',
      hint: 'own-notes',
    })
    expect(await open(admin, admin)).toMatchObject({ notes: null })
    expect(await open(colleague, admin)).toMatchObject({ notes: [{ note: `By ${colleague.id}` }] })
  })

  test('the page has notes that only their author deletes, once, and that is audited', async () => {
    const colleague = await addAdmin(sql, ['approve_users'])
    await as(admin)`select public.add_user_note(${customer.id}, 'Called')`
    const notes = async (who: Person) => (await open(who, customer)).notes
    expect(await notes(admin)).toMatchObject([{ note: 'Called', is_own: true }])
    expect(await notes(colleague)).toMatchObject([{ is_own: false }])
    const [note] = await sql<{ id: string }[]>`select id from private.user_notes where user_id = ${customer.id}`
    const remove = (who: Person, id: string | null = note?.id ?? null) =>
      callAs<boolean>(sql, who, (db) => db`select public.delete_user_note(${id}) as answer`)
    await expect(remove(colleague)).rejects.toMatchObject({ code: 'PT403', hint: 'not-author' })
    expect(await notes(admin)).toHaveLength(1)
    expect([await remove(admin), await remove(admin), await remove(admin, null)]).toEqual([true, false, false])
    expect(await notes(admin)).toEqual([])
    expect((await actionsOn(customer)).filter((action) => action === 'delete_user_note')).toHaveLength(1)
  })

  test('end_user_sessions signs the user out, but no other staff unless by a super admin', async () => {
    const end = (who: Person, person: Person) =>
      callAs<number>(sql, who, (db) => db`select public.end_user_sessions(${person.id}) as answer`)
    await newSession(customer)
    expect(await end(admin, customer)).toBe(2)
    expect(await sql`select from auth.sessions where user_id = ${customer.id}`).toHaveLength(0)
    expect(await end(admin, admin)).toBe(0)
    const colleague = await addAdmin(sql, ['manage_chat'])
    await expect(end(admin, colleague)).rejects.toMatchObject({ code: 'PT403' })
  })

  test.each(['', ' ', 'x'.repeat(501), '<b>bold</b>'])('add_user_note refuses %j', async (note) => {
    await expect(as(admin)`select public.add_user_note(${customer.id}, ${note})`).rejects.toMatchObject({
      code: 'PT400',
    })
  })
})

describe('protecting a user', () => {
  const acts: [string, (db: Db, person: Person, reason: string | null) => Promise<readonly { answer: boolean }[]>][] = [
    [
      'freeze_user_card',
      async (db, { id }, reason) => db`
        select public.freeze_user_card(${id}, ${await cardId(id)}, ${reason}) as answer`,
    ],
    [
      'remove_user_device',
      async (db, { id }, reason) => db`
        select public.remove_user_device(${id}, ${await deviceId(id)}, ${reason}) as answer`,
    ],
  ]
  const idOf = (rows: readonly { id: string }[]) => rows[0]?.id ?? randomUUID()
  const cardId = async (id: string) =>
    idOf(await sql<{ id: string }[]>`select id from public.cards where user_id = ${id}`)
  const deviceId = async (id: string) =>
    idOf(await sql<{ id: string }[]>`select id from private.devices where user_id = ${id}`)
  /** A device that is known, with the person's session on it. */
  const addDevice = async (person: Person) => {
    await sql`
      with device as (
        insert into private.devices (user_id, token_hash, name)
        values (${person.id}, sha256(${person.id}::text::bytea), 'Firefox on Linux') returning id
      )
      insert into private.session_devices (session_id, device_id) select ${person.sessionId}, id from device`
    return person
  }
  const entries = async (person: Person) => [
    ...(await sql<{ actor_id: string; action: string; details: object }[]>`
      select actor_id, action, details from private.audit_log where person_id = ${person.id} order by id`),
  ]
  const told = async (person: Person) => ({
    notes: (await sql`select type, title, message from public.user_notifications where user_id = ${person.id}`).map(
      ({ type, title, message }) => ({ type, title, message }),
    ),
    mails: (
      await sql`
        select n.title, n.message from private.security_mails n join private.due_mails m on m.about_id = n.id
        where n.user_id = ${person.id} order by n.created_at, n.id`
    ).map(({ title, message }) => ({ title, message })),
  })
  const stateOf = async ({ id }: Person) =>
    (
      await sql`
        select (select array_agg(status) from public.cards where user_id = ${id}) as cards,
          (select count(*)::int from private.devices where user_id = ${id}) as devices,
          (select count(*)::int from auth.sessions where user_id = ${id}) as sessions`
    )[0]
  const run = (
    who: Person,
    person: Person,
    [, act]: (typeof acts)[number],
    reason: string | null = 'Asked on the phone',
  ) => callAs<boolean>(sql, who, (db) => act(db, person, reason))

  test.each(acts)('%s is audited once with its reason and tells the owner once', async (name, act) => {
    const owner = await addDevice(await addCustomer(sql, 'Olga Owner'))
    const before = await stateOf(owner)
    expect(await run(admin, owner, [name, act], ' Asked on the phone ')).toBe(true)
    expect(await run(admin, owner, [name, act])).toBe(false)
    const [{ last_four: lastFour } = {}] = await sql`select last_four from public.cards where user_id = ${owner.id}`
    const results = {
      freeze_user_card: {
        state: { ...before, cards: ['frozen'] },
        action: 'freeze_card',
        details: { card_id: await cardId(owner.id) },
        title: 'Your card is frozen',
        message: `Our staff froze your card ending in ${String(lastFour)} to protect you. You can unfreeze it in the app, under Cards.`,
      },
      remove_user_device: {
        state: { ...before, devices: 0, sessions: 0 },
        action: 'remove_device',
        details: { device: 'Firefox on Linux' },
        title: 'A device was removed',
        message: 'Our staff removed Firefox on Linux from your devices to protect you, and signed it out.',
      },
    }
    const { state, action, details, title, message } = results[name as keyof typeof results]
    expect(await stateOf(owner)).toEqual(state)
    expect(await entries(owner)).toEqual([
      { actor_id: admin.id, action, details: { ...details, reason: 'Asked on the phone' } },
    ])
    expect(await told(owner)).toEqual({ notes: [{ type: 'security', title, message }], mails: [{ title, message }] })
  })

  test.each(acts)(
    '%s is refused without the right, about oneself, about staff, while idle and without a reason',
    async (...act) => {
      const owner = await addDevice(await addCustomer(sql))
      const staff = await addAdmin(sql, ['approve_users'])
      const colleague = await addAdmin(sql, ['manage_chat', 'view_transactions', 'financial_support'])
      const superAdmin = await addSuperAdmin(sql, 'Test Super', ['approve_users'])
      await sql`insert into public.user_roles (user_id, role) values (${superAdmin.id}, 'admin')`
      for (const person of [staff, superAdmin]) {
        await request(sql, person, (db) => db`select public.open_current_account()`)
        await addDevice(person)
      }
      const before = [await stateOf(owner), await stateOf(staff), await stateOf(superAdmin)]
      for (const who of [colleague, customer, owner])
        await expect(run(who, owner, act)).rejects.toMatchObject({ code: 'PT403', hint: 'no-permission' })
      for (const self of [staff, superAdmin])
        await expect(run(self, self, act)).rejects.toMatchObject({ code: 'PT403', hint: 'own-rights' })
      for (const person of [staff, superAdmin])
        await expect(run(admin, person, act)).rejects.toMatchObject({ code: 'PT403', hint: 'no-permission' })
      for (const reason of [null, ' ', 'x'.repeat(301)])
        await expect(run(admin, owner, act, reason)).rejects.toMatchObject({ code: 'PT400', hint: 'field:reason' })
      await suspend(admin, customer)
      await expect(run(customer, owner, act)).rejects.toMatchObject({ code: 'PT401' })
      await expect(run(admin, { ...owner, id: randomUUID() }, act)).rejects.toMatchObject({ code: 'PT404' })
      expect([await stateOf(owner), await stateOf(staff), await stateOf(superAdmin)]).toEqual(before)
      for (const person of [owner, staff, superAdmin]) expect(await told(person)).toEqual({ notes: [], mails: [] })

      expect(await run(superAdmin, staff, act)).toBe(true)
      await sql`update auth.sessions set created_at = now() - interval '31 minutes' where id = ${superAdmin.sessionId}`
      await expect(run(superAdmin, owner, act)).rejects.toMatchObject({ code: 'PT401' })
    },
  )

  test.each(acts.filter(([name]) => name !== 'remove_user_device'))(
    '%s protects a suspended customer too',
    async (...act) => {
      const owner = await addCustomer(sql)
      await suspend(admin, owner)
      expect(await run(admin, owner, act)).toBe(true)
    },
  )

  test('freeze_user_card freezes only a card of that user, and only the owner unfreezes it', async () => {
    const card = await cardId(customer.id)
    const freeze = (who: Person, person: Person, id = card) =>
      callAs<boolean>(sql, who, (db) => db`select public.freeze_user_card(${person.id}, ${id}, 'Lost') as answer`)
    await expect(freeze(admin, await addCustomer(sql))).rejects.toMatchObject({ code: 'PT404', hint: 'card-gone' })
    await freeze(admin, customer)
    await expect(as(admin)`select public.set_card_frozen(${card}, false)`).rejects.toMatchObject({ code: 'PT404' })
    await as(customer)`select public.set_card_frozen(${card}, false)`
    expect(await stateOf(customer)).toMatchObject({ cards: ['active'] })
    await sql`update public.cards set status = 'stolen' where id = ${card}`
    await expect(freeze(admin, customer)).rejects.toMatchObject({ code: 'PT409', hint: 'card-not-active' })
    expect((await entries(customer)).map(({ action }) => action)).toEqual(['freeze_card', 'unfreeze_card'])
  })

  test("remove_user_device removes no other user's device", async () => {
    const owner = await addDevice(await addCustomer(sql))
    const device = await deviceId(owner.id)
    expect(
      await callAs<boolean>(
        sql,
        admin,
        (db) => db`select public.remove_user_device(${customer.id}, ${device}, 'Lost') as answer`,
      ),
    ).toBe(false)
    expect(await stateOf(owner)).toMatchObject({ devices: 1, sessions: 1 })
  })
})
