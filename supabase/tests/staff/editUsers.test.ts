import { beforeEach, describe, expect, test } from 'vitest'
import { refusalAs, type Person, actingAs, refusalOf } from '../fixtures/database'
import { payAs, externalPayee, ledgerProblems } from '../fixtures/payments'
import {
  accountOf,
  addAdmin,
  addCustomer,
  signUp,
  anAdmin,
  addSuperAdmin,
  withPeople,
  aCustomer,
} from '../fixtures/people'
import { callAs, unusedPin, pinOf, canSignInWith } from '../fixtures/staff'

const { sql, as, admin, supporter, customer } = withPeople({
  admin: anAdmin(['approve_users']),
  supporter: anAdmin(['approve_users', 'financial_support']),
  customer: aCustomer('Cara Customer'),
})

type Changes = {
  name?: string | null
  email?: string | null
  pin?: string | null
  balance?: string | null
  seen?: string | null
}
const update = (who: Person, person: Person, changes: Changes) =>
  as(who)`
      select public.update_user(
        ${person.id}, ${changes.name ?? null}, ${changes.email ?? null}, ${changes.pin ?? null},
        ${changes.balance ?? null}, ${changes.seen ?? null}
      )`
/** Returns the refusal, and checks that nothing changed. */
async function refusalTo(who: Person, person: Person, changes: Changes) {
  const state = async () => [
    await profileOf(person),
    await pinOf(sql, person),
    [...(await sql`select balance from public.accounts where user_id = ${person.id}`)],
    [...(await sql`select id from auth.sessions where user_id = ${person.id}`)],
  ]
  const before = await state()
  const refusal = await update(who, person, changes).then(
    () => null,
    ({ code, message, detail }: { code: string; message: string; detail?: string }) => ({ code, message, detail }),
  )
  expect(await state()).toEqual(before)
  return refusal
}
const profileOf = async (person: Person) => {
  const [row] = await sql`select full_name, notification_email from public.profiles where id = ${person.id}`
  return row
}
const sessionsOf = (person: Person) => sql`select id from auth.sessions where user_id = ${person.id}`
const recorded = async (person: Person) => [
  ...(await sql`
    select actor_id, action, details from private.audit_log where subject_id = ${person.id} order by id`),
]

describe('update_user', () => {
  test('changes name and address, trimmed, and keeps values that are not given', async () => {
    await update(admin, customer, { name: ' Cara Carpenter ', email: ' cara@mail.example ' })
    expect(await profileOf(customer)).toEqual({ full_name: 'Cara Carpenter', notification_email: 'cara@mail.example' })
    await update(admin, customer, { name: 'Cara C' })
    expect(await profileOf(customer)).toEqual({ full_name: 'Cara C', notification_email: 'cara@mail.example' })
    await update(admin, customer, { name: '', email: ' ' })
    expect(await profileOf(customer)).toEqual({ full_name: null, notification_email: null })
    expect((await accountOf(sql, customer)).balance).toBe('5000.00')
    expect(await recorded(customer)).toEqual([
      { actor_id: admin.id, action: 'update_user', details: { changed: ['full_name', 'notification_email'] } },
      { actor_id: admin.id, action: 'update_user', details: { changed: ['full_name'] } },
      { actor_id: admin.id, action: 'update_user', details: { changed: ['full_name', 'notification_email'] } },
    ])
  })

  test('audits nothing when nothing changes', async () => {
    await update(supporter, customer, {
      name: 'Cara Customer',
      pin: await pinOf(sql, customer),
      balance: '5000',
      seen: '5000',
    })
    expect(await recorded(customer)).toEqual([])
    expect(await sessionsOf(customer)).toHaveLength(1)
  })

  test.each([
    [{ name: 'x'.repeat(141) }, 'Name must be at most 140 characters.'],
    [{ name: '<b>Cara</b>' }, "< and > can't be used."],
    [{ name: 'Cara\u202eC' }, "Invisible characters can't be used."],
    [{ email: 'no address' }, 'Please enter a valid email address.'],
    [{ email: 'a@b@c.example' }, 'Please enter a valid email address.'],
    [{ email: `${'x'.repeat(250)}@mail.example` }, 'Please enter a valid email address.'],
    [{ pin: '1234' }, 'PIN must be exactly 5 digits'],
    [{ pin: '123456' }, 'PIN must be exactly 5 digits'],
    [{ pin: '1234a' }, 'PIN must be exactly 5 digits'],
    [{ pin: ' 12345' }, 'PIN must be exactly 5 digits'],
    [{ pin: '١٢٣٤٥' }, 'PIN must be exactly 5 digits'],
    [{ balance: '-1', seen: '5000' }, 'Please enter a valid balance.'],
    [{ balance: '10.005', seen: '5000' }, 'Please enter a valid balance.'],
    [{ balance: 'NaN', seen: '5000' }, 'Please enter a valid balance.'],
    [{ balance: '1e3', seen: '5000' }, 'Please enter a valid balance.'],
    [{ balance: '0x10', seen: '5000' }, 'Please enter a valid balance.'],
    [{ balance: '', seen: '5000' }, 'Please enter a valid balance.'],
    [{ balance: '1000000000000', seen: '5000' }, 'Please enter a valid balance.'],
  ])('refuses %j and changes nothing else', async (changes, message) => {
    expect(await refusalTo(supporter, customer, { name: 'Changed', ...changes })).toEqual({ code: 'PT400', message })
  })
})

describe('a new PIN', () => {
  const setPin = (who: Person, person: Person, pin: string) => update(who, person, { pin })

  test('replaces the old PIN, and ends the user’s sessions', async () => {
    const [old, fresh] = [await pinOf(sql, customer), await unusedPin(sql)]
    await setPin(admin, customer, fresh)
    expect(await pinOf(sql, customer)).toBe(fresh)
    expect(await canSignInWith(sql, customer, fresh)).toBe(true)
    expect(await canSignInWith(sql, customer, old ?? '')).toBe(false)
    expect(await sessionsOf(customer)).toHaveLength(0)
    const entries = await recorded(customer)
    expect(entries).toEqual([
      { actor_id: admin.id, action: 'choose_pin', details: {} },
      { actor_id: admin.id, action: 'update_user', details: { changed: ['pin'] } },
    ])
    expect(JSON.stringify(entries)).not.toContain(fresh)
  })

  test('keeps an open request for help, whose owner does not know the PIN yet, and ends a link that was mailed', async () => {
    const request = () => sql`select agreed_at from private.pin_reset_requests where user_id = ${customer.id}`
    await sql`insert into private.pin_reset_requests (user_id) values (${customer.id})`
    await setPin(admin, customer, await unusedPin(sql))
    expect(await request()).toEqual([{ agreed_at: null }])
    await as(admin)`select public.send_pin_to_inbox(${customer.id})`
    await setPin(admin, customer, await unusedPin(sql))
    expect(await request()).toEqual([])
  })

  test('removing it is an action of its own in the audit, and ends the sessions', async () => {
    await setPin(admin, customer, '')
    expect(await pinOf(sql, customer)).toBe(null)
    expect(await sessionsOf(customer)).toHaveLength(0)
    expect(await recorded(customer)).toEqual([{ actor_id: admin.id, action: 'remove_pin', details: {} }])
  })

  test('a new PIN can start with 0', async () => {
    await setPin(admin, customer, '00071')
    expect(await canSignInWith(sql, customer, '00071')).toBe(true)
  })

  test('a new PIN can be one that another user has', async () => {
    const pin = (await pinOf(sql, await addCustomer(sql))) ?? ''
    await setPin(admin, customer, pin)
    expect(await canSignInWith(sql, customer, pin)).toBe(true)
  })

  test('a new PIN that is easy to guess is refused, and nothing is recorded', async () => {
    const message = 'This PIN is easy to guess. Please choose another one.'
    expect(await refusalTo(admin, customer, { pin: '12345' })).toEqual({ code: 'PT400', message })
    expect(await recorded(customer)).toEqual([])
  })

  test('a new PIN at random ends the sessions', async () => {
    const old = await pinOf(sql, customer)
    const give = () => callAs<string>(sql, admin, (db) => db`select public.give_random_pin(${customer.id}) as answer`)
    const pin = await give()
    expect(pin).toMatch(/^[0-9]{5}$/)
    expect(pin).not.toBe(old)
    expect(await pinOf(sql, customer)).toBe(pin)
    expect(await canSignInWith(sql, customer, pin)).toBe(true)
    expect(await sessionsOf(customer)).toHaveLength(0)
    expect(await recorded(customer)).toEqual([{ actor_id: admin.id, action: 'give_random_pin', details: {} }])
    await update(admin, customer, { pin: '' })
    expect(await canSignInWith(sql, customer, await give())).toBe(true)
  })

  test('a new PIN can be set 20 times an hour by an admin, chosen or at random', async () => {
    const give = (who: Person) => as(who)`select public.give_random_pin(${customer.id})`
    await sql`
      insert into private.audit_log (created_at, actor_id, action, subject_id)
      select now() - interval '59 minutes', ${admin.id}, 'give_random_pin', ${customer.id} from generate_series(1, 19)`
    await give(admin)
    const refused = { code: 'PT429', message: 'You can set 20 PINs an hour.' }
    await expect(give(admin)).rejects.toMatchObject(refused)
    expect(await refusalTo(admin, customer, { pin: await unusedPin(sql) })).toEqual(refused)
    await give(supporter)
  })

  test('a new PIN that is empty removes the PIN, and the user cannot sign in until one is set', async () => {
    const old = await pinOf(sql, customer)
    await update(admin, customer, { pin: '' })
    expect(await pinOf(sql, customer)).toBeNull()
    expect(await canSignInWith(sql, customer, old ?? '')).toBe(false)
    expect(await canSignInWith(sql, customer, '')).toBe(false)
    expect(await sessionsOf(customer)).toHaveLength(0)
    await actingAs(sql, 'anon', async (db) => {
      expect(await db`select public.get_email_by_pin(${old}) as found`).toEqual([{ found: [] }])
      expect(await db`select public.get_email_by_pin('') as found`).toEqual([{ found: [] }])
    })
    const pin = await unusedPin(sql)
    await setPin(admin, customer, pin)
    expect(await canSignInWith(sql, customer, pin)).toBe(true)
  })

  test('a new PIN that the user sets keeps the current session', async () => {
    await sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${admin.id})`
    await setPin(admin, admin, await unusedPin(sql))
    expect([...(await sessionsOf(admin))]).toEqual([{ id: admin.sessionId }])
  })

  test('a new PIN of staff can be set by a super admin', async () => {
    const both = await addAdmin(sql, ['approve_users'])
    await sql`insert into public.user_roles values (${both.id}, 'super_admin')`
    const pin = await unusedPin(sql)
    await setPin(both, admin, pin)
    expect(await canSignInWith(sql, admin, pin)).toBe(true)
  })
})

describe('other staff', () => {
  const refused = { code: 'PT403', message: 'Only a super admin can change the details of staff.' }
  let colleagues: Person[]
  beforeEach(async () => {
    await as(admin)`select public.open_current_account()`
    colleagues = [admin, await addSuperAdmin(sql)]
  })

  test.each([
    { name: 'Renamed' },
    { name: '' },
    { email: 'attacker@mail.example' },
    { pin: '54320' },
    { pin: '' },
    { balance: '1', seen: '5000' },
  ])('other staff are changed only by super admins: %o', async (changes) => {
    for (const colleague of colleagues) expect(await refusalTo(supporter, colleague, changes)).toEqual(refused)
  })

  test('other staff are approved and get financial support only from super admins, who need approve_users', async () => {
    await sql`update public.profiles set approved = false where id = ${admin.id}`
    const both = await addAdmin(sql, ['approve_users'])
    await sql`insert into public.user_roles values (${both.id}, 'super_admin')`
    await actingAs(sql, supporter, async (db) => {
      expect(await refusalOf(db, (q) => q`select public.approve_users(${[admin.id]})`)).toEqual(refused)
      for (const { id } of colleagues) {
        for (const granted of [true, false]) {
          expect(await refusalOf(db, (q) => q`select public.set_financial_support(${id}, ${granted})`)).toEqual(refused)
        }
      }
    })
    await actingAs(sql, both, async (db) => {
      expect(await db`select public.approve_users(${[admin.id]}) as done`).toEqual([{ done: 1 }])
      expect(await db`select public.set_financial_support(${admin.id}, true) as done`).toEqual([{ done: true }])
    })
  })

  test('other staff do not include the caller', async () => {
    await update(supporter, supporter, { name: 'New name', email: 'own@mail.example' })
    expect(await profileOf(supporter)).toEqual({ full_name: 'New name', notification_email: 'own@mail.example' })
  })
})

describe('a new balance', () => {
  test('requires financial_support', async () => {
    expect(await refusalTo(admin, customer, { name: 'Changed', balance: '1' })).toEqual({
      code: 'PT403',
      message: 'You do not have permission to do this.',
    })
  })

  test('moves the difference and adds a transaction for the customer', async () => {
    await update(supporter, customer, { balance: '6000.50', seen: '5000' })
    expect((await accountOf(sql, customer)).balance).toBe('6000.50')
    expect(
      await sql`select amount, incoming, reference from public.transactions where user_id = ${customer.id}`,
    ).toEqual([{ amount: '1000.50', incoming: true, reference: 'Manual balance adjustment' }])
    expect(await recorded(customer)).toEqual([])
    expect(
      await sql`select actor_id, action, details from private.audit_log where subject_id = ${customer.account.id}`,
    ).toEqual([{ actor_id: supporter.id, action: 'edit_balance', details: { from: 5000, to: 6000.5 } }])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('a new balance is refused when the balance has changed since the form was opened', async () => {
    await payAs(sql, customer, { ...externalPayee, amount: '10' })
    expect(await refusalTo(supporter, customer, { name: 'Changed', balance: '5100', seen: '5000' })).toEqual({
      code: 'PT409',
      message: 'The balance has changed. Please check it and try again.',
    })
  })

  test('a new balance is refused without the balance that the form showed', async () => {
    expect(await refusalTo(supporter, customer, { name: 'Changed', balance: '5100' })).toEqual({
      code: 'PT409',
      message: 'The balance has changed. Please check it and try again.',
    })
  })

  test('requires an account', async () => {
    expect(await refusalTo(supporter, await signUp(sql), { balance: '1' })).toEqual({
      code: 'PT404',
      message: 'This person has no account yet.',
    })
  })

  test('a new balance set concurrently with payments leaves the ledger correct', async () => {
    const payments = Array.from({ length: 6 }, () => payAs(sql, customer, { ...externalPayee, amount: '1' }))
    await Promise.allSettled([...payments, update(supporter, customer, { name: 'New', balance: '100', seen: '5000' })])
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('set_financial_support', () => {
  const addBoth = async () => {
    const both = await addAdmin(sql, ['approve_users'])
    await sql`insert into public.user_roles values (${both.id}, 'super_admin')`
    return both
  }
  const set = (who: Person, person: Person, granted: boolean) =>
    callAs<boolean>(sql, who, (db) => db`select public.set_financial_support(${person.id}, ${granted}) as answer`)

  test('grants and revokes the permission once each, and audits it', async () => {
    const both = await addBoth()
    expect(await set(both, admin, true)).toBe(true)
    expect(await set(both, admin, true)).toBe(false)
    expect(await set(both, admin, false)).toBe(true)
    expect(await set(both, admin, false)).toBe(false)
    const details = { permission: 'financial_support' }
    expect(await recorded(admin)).toEqual([
      { actor_id: both.id, action: 'grant_permission', details },
      { actor_id: both.id, action: 'revoke_permission', details },
    ])
  })

  test('lets an admin edit balances, and is refused for a customer, who could not use it', async () => {
    await set(await addBoth(), admin, true)
    await update(admin, customer, { balance: '1', seen: '5000' })
    expect((await accountOf(sql, customer)).balance).toBe('1.00')
    expect(
      await refusalAs(sql, admin, (q) => q`select public.set_financial_support(${customer.id}, true)`),
    ).toMatchObject({ code: 'PT409', message: 'Only administrators can have financial support.' })
    // What was given before can be taken.
    await sql`insert into public.admin_permissions values (${customer.id}, 'financial_support')`
    expect((await refusalAs(sql, customer, (q) => q`select public.edit_current_account_balance('9')`)).code).toBe(
      'PT403',
    )
    expect(await set(admin, customer, false)).toBe(true)
  })
})
