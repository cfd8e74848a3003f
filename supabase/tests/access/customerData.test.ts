import { describe, expect, test } from 'vitest'
import { refusalAs, actingAs, refusalOf, setOwner } from '../fixtures/database'
import { payAs, externalPayee, makePayment } from '../fixtures/payments'
import { addApprovedPerson, signUp, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, alice, bob } = withPeople({ alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') })
const denied = '42501'

describe('a user without approval', () => {
  test('a user without approval cannot open an account, pay or change their profile', async () => {
    const pending = await signUp(sql, 'Pending Price')
    await actingAs(sql, pending, async (db) => {
      const message = 'Your account is pending approval. Please wait for an administrator to approve your account.'
      expect(await refusalOf(db, (q) => q`select public.open_current_account()`)).toEqual({ code: 'PT403', message })
      expect(await refusalOf(db, (q) => makePayment(q, { ...externalPayee, amount: '1' }))).toEqual({
        code: 'PT403',
        message,
      })
      expect(
        (await refusalOf(db, (q) => q`update public.profiles set approved = true where id = ${pending.id}`)).code,
      ).toBe(denied)
      await db`update public.profiles set full_name = 'Changed' where id = ${pending.id}`
      expect(await db`select full_name, approved from public.profiles`).toEqual([
        { full_name: 'Pending Price', approved: false },
      ])
    })
  })
})

describe('a customer', () => {
  test.each(['', 'x'.repeat(141), '<b>Alice</b>', 'Alice\u200bArcher', 'Alice\u202eArcher', 'Alice\nArcher'])(
    'a customer cannot set the name %j',
    (name) =>
      actingAs(sql, alice, async (db) => {
        expect((await refusalOf(db, (q) => q`update public.profiles set full_name = ${name} where true`)).code).toBe(
          '23514',
        )
        expect(
          (await refusalOf(db, (q) => q`update public.accounts set account_holder_name = ${name} where true`)).code,
        ).toBe('23514')
      }),
  )

  test.each([
    'no address',
    'a@b@c.example',
    '@test.example',
    'a@test.example, b@test.example',
    'a@test.example\nBcc: b',
  ])('a customer cannot set the notification address %j', async (address) => {
    expect(
      (await refusalAs(sql, alice, (q) => q`update public.profiles set notification_email = ${address} where true`))
        .code,
    ).toBe('23514')
  })

  test('sets and removes their own postal address, which is told to their sign-in address', () =>
    actingAs(sql, alice, async (db) => {
      const address = { address_line_1: '4 Mill Lane', address_line_2: null, town: 'Leeds', postcode: 'LS1 4AP' }
      const none = { address_line_1: null, address_line_2: null, town: null, postcode: null }
      for (const change of [address, none])
        expect(await db`update public.profiles set ${db(change)} returning ${db(Object.keys(change))}`).toEqual([
          change,
        ])
      await setOwner(db)
      expect(await db`select title from private.security_mails where user_id = ${alice.id}`).toEqual([
        { title: 'Your postal address has changed' },
        { title: 'Your postal address has changed' },
      ])
    }))

  test.each([
    { address_line_1: '4 Mill Lane' },
    { address_line_2: 'Flat 2' },
    { address_line_1: '4 Mill Lane', town: 'Leeds', postcode: 'ls1 4ap' },
    { address_line_1: '4 Mill Lane', town: 'Leeds', postcode: '12345' },
    { address_line_1: '4 Mill <b>', town: 'Leeds', postcode: 'LS1 4AP' },
    { address_line_1: 'a'.repeat(61), town: 'Leeds', postcode: 'LS1 4AP' },
    { address_line_1: '4 Mill Lane', town: 'a'.repeat(41), postcode: 'LS1 4AP' },
    { address_line_1: '', town: 'Leeds', postcode: 'LS1 4AP' },
  ])('a customer cannot set the postal address %j', async (change) => {
    expect((await refusalAs(sql, alice, (q) => q`update public.profiles set ${q(change)} where true`)).code).toBe(
      '23514',
    )
  })

  test('deletes a transaction of their own: the balance stays and the audit keeps the row', async () => {
    await payAs(sql, alice, { ...externalPayee, amount: '10' })
    await actingAs(sql, alice, async (db) => {
      const [deleted] = await db`delete from public.transactions where user_id = ${alice.id} returning id`
      expect(await db`select balance from public.accounts`).toEqual([{ balance: '4990.00' }])
      await setOwner(db)
      expect(
        await db`select actor_id, action, details ->> 'amount' as amount from private.audit_log where subject_id = ${deleted?.id}`,
      ).toEqual([{ actor_id: alice.id, action: 'remove_transaction', amount: '10.00' }])
    })
  })
})

describe('set_display_name', () => {
  const namesOf = async (id: string) =>
    (
      await sql`
        select p.full_name, a.account_holder_name from public.profiles p left join public.accounts a on a.user_id = p.id where p.id = ${id}`
    )[0]

  test.each([
    [null, 'Enter your name.'],
    ['   ', 'Enter your name.'],
    ['x'.repeat(141), 'Name must be at most 140 characters.'],
    ['<b>Bold</b>', "< and > can't be used."],
    ['hid\u200bden', "Invisible characters can't be used."],
    [`Za${'\u0301'.repeat(4)}lgo`, "More than three accents on a letter can't be used."],
    [`ก${'\u0e47'.repeat(4)}`, "More than three accents on a letter can't be used."],
    ['Fernbank Security Team', 'Please choose a name without the name of the bank.'],
    ['Ann\u0430 Archer', "Letters of different alphabets can't be mixed in a name."],
  ])('refuses the name %j', async (name, message) => {
    expect(await refusalAs(sql, alice, (q) => q`select public.set_display_name(${name})`)).toEqual({
      code: 'PT400',
      message,
    })
  })

  test.each(['Fern Banks', 'Fern Bankole', 'Zoë Ängström', 'Nguyễn Thị Ánh', 'क्षत्रिय', 'น้ำผึ้ง', 'Sam ❤️', 'Jo 👍🏽'])(
    'accepts the name %s',
    async (name) => {
      await actingAs(sql, alice, async (db) => {
        expect(await db`select public.set_display_name(${name}) as name`).toEqual([{ name }])
      })
    },
  )

  test('a reserved name cannot be written to the tables either', async () => {
    await actingAs(sql, alice, async (db) => {
      for (const write of [
        "update public.profiles set full_name = 'Fernbank' where id = auth.uid()",
        "update public.accounts set account_holder_name = 'Fernbank' where user_id = auth.uid()",
      ])
        expect((await refusalOf(db, (q) => q.unsafe(write))).code).toBe('23514')
    })
    const person = await addApprovedPerson(sql, 'Fernbank Security Team')
    expect(await namesOf(person.id)).toEqual({ full_name: null, account_holder_name: null })
  })

  test('changes the caller’s profile and account only', async () => {
    expect([...(await as(alice)`select public.set_display_name('  Zoë O’Hara ') as name`)]).toEqual([
      { name: 'Zoë O’Hara' },
    ])
    expect(await namesOf(alice.id)).toEqual({ full_name: 'Zoë O’Hara', account_holder_name: 'Zoë O’Hara' })
    expect(await namesOf(bob.id)).toEqual({ full_name: 'Bob Baker', account_holder_name: 'Bob Baker' })
  })

  test.each([
    ["select public.set_display_name('Zoë O’Hara')", 1],
    ["update public.accounts set account_holder_name = 'Zoë O’Hara' where true", 1],
    ["select public.set_display_name('Alice Archer')", 0],
    ["update public.profiles set full_name = 'Zoë O’Hara' where true", 0],
  ])('the sign-in address is told of a new name on the account: %s', (change, mails) =>
    actingAs(sql, alice, async (db) => {
      await db.unsafe(change)
      await setOwner(db)
      const told = await db<{ title: string }[]>`
        select n.title from private.security_mails n join private.due_mails m on m.about_id = n.id
        where n.user_id = ${alice.id} and m.kind = 'security'`
      expect(told.map(({ title }) => title)).toEqual(Array(mails).fill('The name on your account has changed'))
    }),
  )

  test('changes the profile of a user without an account', async () => {
    const person = await addApprovedPerson(sql, 'Before')
    await as(person)`select public.set_display_name('After')`
    expect(await namesOf(person.id)).toEqual({ full_name: 'After', account_holder_name: null })
  })
})
