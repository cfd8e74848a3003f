import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Db, type Person, hintOfRequest, request } from '../fixtures/database'
import {
  confirmDevice,
  deviceToken,
  issueCode,
  recogniseDevice,
  setDeviceBinding,
  signInAgain,
} from '../fixtures/devices'
import { givePasskey } from '../fixtures/passkeys'
import { addAdmin, addCustomer, addSuperAdmin, aCustomer, anAdmin, withPeople } from '../fixtures/people'
import { callAs, canSignInWith, pinOf, suspendCustomer, unusedPin } from '../fixtures/staff'

// A customer who has lost the mailbox: two administrators change the sign-in address.

const { sql, as, asker, approver, customer } = withPeople({
  asker: anAdmin(['approve_users']),
  approver: anAdmin(['approve_users']),
  customer: aCustomer('Lou Lost'),
})

type Mail = { title: string; recipient_email: string; pin_token: string | null; freeze_token: string | null }

const newAddress = () => `${randomUUID()}@new.example`
const hintOf = (who: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, who, run)
const ask = (who: Person, about: Person, address: string | null, reason = 'Mailbox closed, seen with passport') =>
  hintOf(who, (db) => db`select public.request_new_address(${about.id}, ${address}, ${reason})`)
const approve = async (who: Person, about: Person) => {
  const [row] = await sql<{ id: string }[]>`
    select id from private.approval_requests where user_id = ${about.id} order by id desc limit 1`
  return hintOf(who, (db) => db`select public.approve_request(${row?.id ?? null})`)
}
const addressOf = async ({ id }: Person) => String((await sql`select email from auth.users where id = ${id}`)[0]?.email)
const mails = async () => {
  const all = await as('service_role')<Mail[]>`
    select title, recipient_email, pin_token, freeze_token from public.take_due_mails()`
  return (address: string) => all.filter(({ recipient_email: to }) => to === address)
}
/** Two administrators change the address. Returns the customer as who signs in with it. */
const change = async (about: Person) => {
  const email = newAddress()
  expect(await ask(asker, about, email)).toBeNull()
  expect(await approve(approver, about)).toBeNull()
  return { ...about, email }
}

beforeEach(async () => {
  await sql`delete from private.due_mails where true`
  await sql`delete from private.attempts where key like 'reset:%'`
})

describe('a new sign-in address', () => {
  test('is set by two administrators, ends the sessions and the link for a PIN, and both addresses are told', async () => {
    const email = newAddress()
    await sql`update public.profiles set notification_email = ${customer.email} where id = ${customer.id}`
    await sql`insert into private.pin_reset_requests (user_id) values (${customer.id})`
    await as(asker)`select public.send_pin_to_inbox(${customer.id})`
    expect(await ask(asker, customer, ` ${email.toUpperCase()} `)).toBeNull()
    expect(await ask(approver, customer, newAddress())).toBe('approval-pending')
    expect(await approve(asker, customer)).toBe('own-request')
    expect(await addressOf(customer)).toBe(customer.email)

    expect(await approve(approver, customer)).toBeNull()
    expect(await addressOf(customer)).toBe(email)
    expect(await sql`select from auth.sessions where user_id = ${customer.id}`).toHaveLength(0)
    expect(await sql`select from private.pin_reset_requests where user_id = ${customer.id}`).toHaveLength(0)
    expect(await sql`select notification_email from public.profiles where id = ${customer.id}`).toEqual([
      { notification_email: email },
    ])
    const to = await mails()
    // Mails of before the change that have not been sent go there too.
    const before = to(customer.email)
    expect(before.map(({ title }) => title)).toEqual([
      'We were asked to change your sign-in email',
      'Your sign-in email has changed',
    ])
    expect(before.every(({ freeze_token: token }) => token !== null)).toBe(true)
    expect(to(email).map(({ title }) => title)).toContain('Your sign-in email has changed')
  })

  test('is refused without the right, about oneself, about staff, for a taken or malformed address, and without a reason', async () => {
    const other = await addCustomer(sql)
    expect(await ask(asker, customer, other.email)).toBe('field:email')
    expect(await ask(asker, customer, customer.email)).toBe('field:email')
    for (const malformed of [null, '', 'no address', 'a@b', `${'x'.repeat(250)}@b.example`])
      expect([malformed, await ask(asker, customer, malformed)]).toEqual([malformed, 'field:email'])
    expect(await ask(asker, customer, newAddress(), ' ')).toBe('field:reason')
    expect(await ask(asker, asker, newAddress())).toBe('own-rights')
    expect(await ask(customer, other, newAddress())).toBe('no-permission')
    const agent = await addAdmin(sql, ['manage_chat', 'financial_support'])
    expect(await ask(agent, customer, newAddress())).toBe('no-permission')
    const staff = await addAdmin(sql, ['approve_users'])
    expect(await ask(asker, staff, newAddress())).toBe('no-permission')
    const superAdmin = await addSuperAdmin(sql, 'Test Super', ['approve_users'])
    await sql`insert into public.user_roles (user_id, role) values (${superAdmin.id}, 'admin')`
    expect(await ask(superAdmin, staff, newAddress())).toBeNull()
    expect(await approve(approver, staff)).toBe('no-permission')
    expect(await ask(asker, customer, newAddress())).toBeNull()
    expect(await approve(agent, customer)).toBe('no-permission')
    expect(await addressOf(customer)).toBe(customer.email)
  })

  test('is not approved once somebody else has the address, or by an account that the asker could use', async () => {
    const second = await addAdmin(sql, ['approve_users'])
    await sql`
      insert into private.audit_log (actor_id, action, subject_kind, subject_id)
      values (${asker.id}, 'view_pin', 'person', ${second.id})`
    const email = newAddress()
    expect(await ask(asker, customer, email)).toBeNull()
    expect(await approve(second, customer)).toBe('not-independent')
    await sql`update auth.users set email = ${email} where id = ${second.id}`
    expect(await approve(approver, customer)).toBe('request-outdated')
  })

  test('leaves what loosens a protection refused or waiting for 24 hours, also with a passkey that is added then', async () => {
    const raise = (who: Person) => hintOf(who, (db) => db`select public.set_payment_limit('30000')`)
    const again = await signInAgain(sql, await change(customer))
    expect(await raise(again)).toBe('address-changed')
    await givePasskey(sql, customer)
    expect(await raise(again)).toBe('address-changed')
    await sql`
      update public.profiles set address_changed_at = address_changed_at - interval '24 hours' where id = ${customer.id}`
    expect(await raise(again)).toBe('passkey-needed')
  })

  test('lets the passkey of before approve at once', async () => {
    await givePasskey(sql, customer)
    const again = await signInAgain(sql, await change(customer))
    expect(await hintOf(again, (db) => db`select public.set_payment_limit('30000')`)).toBe('passkey-needed')
  })

  test('leaves a frozen account frozen for 24 hours after the code from the new mailbox', async () => {
    await as(customer)`select public.freeze_my_account()`
    const again = await signInAgain(sql, await change(customer))
    const { code, email } = await issueCode(sql, again)
    expect(email).toBe(await addressOf(customer))
    await as(again)`select public.enter_device_code(${deviceToken('laptop')}, ${code})`
    await as(again)`select public.ask_to_unfreeze()`
    expect(
      await sql`
        select round(extract(epoch from unfreezes_at - now()) / 3600)::int as hours from public.profiles where id = ${customer.id}`,
    ).toEqual([{ hours: 24 }])
  })
})

// What the customer has lost beside the mailbox. Each leads to a session that reads the account, or the screen of the suspension.
describe('without the mailbox, the way back in leads', () => {
  const forgottenPin = async (person: Person) => {
    await request(sql, 'anon', (db) => db`select public.request_pin_reset(${person.email})`)
    await as(asker)`select public.send_pin_to_inbox(${person.id})`
    const token = (await mails())(person.email).find(({ pin_token: link }) => link !== null)?.pin_token ?? null
    const pin = await unusedPin(sql)
    const [row] = await request(
      sql,
      'anon',
      (db) => db`select public.choose_new_pin(${token}, ${pin}, ${randomUUID()}) as is_set`,
    )
    expect(row).toEqual({ is_set: true })
    return pin
  }
  const knownPin = async (person: Person) => (await pinOf(sql, person)) ?? ''
  const readsAccount = (again: Person) => as(again)`select id from public.accounts`
  const entersCode = async (again: Person) => {
    await setDeviceBinding(sql, 'all')
    try {
      const token = deviceToken('new phone')
      await recogniseDevice(sql, again, token)
      const { code, email } = await issueCode(sql, again)
      expect(email).toBe(await addressOf(again))
      await confirmDevice(sql, again, token, code)
      return [...(await readsAccount(again))]
    } finally {
      await setDeviceBinding(sql, 'off')
    }
  }
  const readsSuspension = (again: Person) => as(again)`select public.get_my_suspension()`
  const choosesPin = async (again: Person) => {
    await as(again)`select public.restore_with_pin(${await unusedPin(sql)})`
    return sql`select from public.profiles where id = ${again.id} and suspended_at is null`
  }

  type Arrival = (again: Person) => PromiseLike<readonly unknown[]>
  const ways: [name: string, prepare: (person: Person) => Promise<string>, arrival: Arrival][] = [
    ['with the PIN', async (person) => knownPin(await change(person)), readsAccount],
    ['without the PIN', async (person) => forgottenPin(await change(person)), readsAccount],
    [
      'without the device',
      async (person) => {
        await setDeviceBinding(sql, 'all')
        await recogniseDevice(sql, person, deviceToken('lost phone'))
        await setDeviceBinding(sql, 'off')
        return knownPin(await change(person))
      },
      entersCode,
    ],
    [
      'without the passkey',
      async (person) => {
        await givePasskey(sql, person)
        return forgottenPin(await change(person))
      },
      readsAccount,
    ],
    [
      'of a frozen account',
      async (person) => {
        await as(person)`select public.freeze_my_account()`
        return forgottenPin(await change(person))
      },
      readsAccount,
    ],
    [
      'of a suspended account',
      async (person) => {
        await suspendCustomer(sql, asker, person)
        return forgottenPin(await change(person))
      },
      readsSuspension,
    ],
    [
      'of a restored account that waits for a new PIN',
      async (person) => {
        await sql`update public.profiles set suspended_at = now() where id = ${person.id}`
        await sql`select private.open_suspension(${person.id}, 'access', 'Who are you?', null, now())`
        await sql`select private.ask_new_pin(${person.id}, now())`
        await change(person)
        await as(asker)`select public.record_pin_view(${person.id})`
        return callAs<string>(sql, asker, (db) => db`select public.get_user_pin(${person.id}) as answer`)
      },
      choosesPin,
    ],
  ]

  test.each(ways)('to a session %s', async (_name, prepare, arrival) => {
    const pin = await prepare(customer)
    expect(await canSignInWith(sql, customer, pin)).toBe(true)
    const email = await addressOf(customer)
    const [row] = await request(
      sql,
      'anon',
      (db) => db`select public.get_email_by_pin(${pin}, null, ${email}) as found`,
    )
    expect(row?.found).toEqual([{ user_email: email, user_approved: true }])
    expect(await arrival(await signInAgain(sql, customer))).toHaveLength(1)
  })
})
