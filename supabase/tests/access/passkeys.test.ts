import { beforeEach, describe, expect, test } from 'vitest'
import { cardOf } from '../fixtures/cards'
import { type Db, type Person, hintOfRequest, refusalAs, request, untilBlocked } from '../fixtures/database'
import { ageCodes, deviceToken, issueCode, recogniseDevice, setDeviceBinding, signInAgain } from '../fixtures/devices'
import { createRegularPayment, dayFromToday, scheduleFuturePayment } from '../fixtures/outgoingPayments'
import { answerChallenge, approve, givePasskey, startApproval } from '../fixtures/passkeys'
import { externalPayee, ledgerProblems, makePayment, payAs, requestOf } from '../fixtures/payments'
import { accountOf, aCustomer, withPeople } from '../fixtures/people'

const { sql, as, ada, bob } = withPeople({ ada: aCustomer(), bob: aCustomer() })

let key: string
beforeEach(async () => {
  key = await givePasskey(sql, ada)
  await sql`truncate private.due_mails, private.passkey_challenges`
})

const large = () => ({ ...externalPayee, amount: '300.00', requestId: crypto.randomUUID() })
const payIn = (person: Person, payment: ReturnType<typeof large>) =>
  hintOfRequest(sql, person, (db) => makePayment(db, payment))
type Act = (db: Db) => PromiseLike<unknown>
/** What the refusal of this asks a passkey to approve. */
async function subjectOf(act: Act, person: Person = ada) {
  const { detail } = await refusalAs(sql, person, act)
  expect(detail).toMatch(/^[a-z_]+ [0-9a-f]{64}$/)
  return String(detail)
}
/** Does this with the approval of the passkey. */
async function approved<Answer>(act: (db: Db) => Promise<Answer>) {
  await approve(sql, ada, await subjectOf(act), key)
  return request(sql, ada, act)
}
const balance = async () => (await accountOf(sql, ada)).balance
const titles = async () =>
  (
    await sql<{ title: string }[]>`
      select n.title from private.due_mails m join private.security_mails n on n.id = m.about_id order by n.id`
  ).map(({ title }) => title)

describe('a payment', () => {
  test('above the own amount to a new payee needs an approval of exactly this payment, once', async () => {
    const payment = large()
    const subject = await subjectOf((db) => makePayment(db, payment))
    expect(await approve(sql, ada, subject, key)).toBe(true)
    // Another amount, payee, reference or key is another payment.
    for (const change of [
      { amount: '300.01' },
      { accountNumber: '12345679' },
      { sortCode: '12-34-57' },
      { name: 'Other Payee' },
      { reference: 'Other' },
      { requestId: crypto.randomUUID() },
    ])
      expect([change, await payIn(ada, { ...payment, ...change })]).toEqual([change, 'passkey-needed'])
    expect(await balance()).toBe('5000.00')
    expect(await payIn(ada, payment)).toBeNull()
    expect(await balance()).toBe('4700.00')
    // A retry gets the first answer, and a new payment needs a new approval.
    await payAs(sql, ada, payment)
    expect(await payIn(ada, large())).toBe('passkey-needed')
    expect(await balance()).toBe('4700.00')
    expect(
      await sql`
      select details ->> 'approved' as approved from private.audit_log where action = 'use_passkey' and subject_id = ${ada.id}
    `,
    ).toMatchObject([{ approved: 'payment' }])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('up to the amount, to a known payee, or of a customer without a passkey needs none', async () => {
    expect(await payIn(ada, { ...large(), amount: '250.00' })).toBeNull()
    // What needed no approval makes no payee known, however long ago it was.
    await sql`update public.recipients set created_at = now() - interval '2 days' where user_id = ${ada.id}`
    expect(await payIn(ada, large())).toBe('passkey-needed')
    await sql`update public.recipients set paid_total = 250.01 where user_id = ${ada.id}`
    expect(await payIn(ada, large())).toBeNull()
    expect(await payIn(bob, large())).toBeNull()
  })

  test('is counted with what was sent and is planned to the same new payee', async () => {
    const small = (change: object = {}) => ({ ...large(), amount: '100.00', ...change })
    expect(await payIn(ada, small())).toBeNull()
    await request(sql, ada, (db) => scheduleFuturePayment(db, small()))
    expect(await payIn(ada, small())).toBe('passkey-needed')
    expect(await hintOfRequest(sql, ada, (db) => scheduleFuturePayment(db, small()))).toBe('passkey-needed')
    expect(await payIn(ada, small({ amount: '50.00' }))).toBeNull()
    // A planned payment that changes is not counted twice.
    const moved = await request(sql, ada, (db) => scheduleFuturePayment(db, { ...small(), accountNumber: '12345670' }))
    const change = (amount: string) =>
      hintOfRequest(
        sql,
        ada,
        (db) =>
          db`select public.change_outgoing_payment(${moved}, ${requestOf(sql, { amount, warnings: ['first_payment', 'unconfirmed_name'] })}, ${dayFromToday(3)})`,
      )
    expect(await change('250.00')).toBeNull()
    expect(await change('250.01')).toBe('passkey-needed')
    // Deleting the payee does not start again, and each other payee is counted alone.
    await sql`
      update public.recipients set created_at = now() - interval '2 days', paid_total = 250 where user_id = ${ada.id}`
    await as(ada)`delete from public.recipients where user_id = ${ada.id}`
    expect(await payIn(ada, small())).toBe('passkey-needed')
    expect(await payIn(ada, small({ accountNumber: '12345679' }))).toBeNull()
  })

  test('is counted with a regular payment that is paused', async () => {
    const small = () => ({ ...large(), amount: '200.00' })
    const repeated = small()
    const { id } = await approved((db) => createRegularPayment(db, repeated))
    await as(ada)`select public.set_regular_payment_state(${id}, 'paused')`
    expect(await payIn(ada, small())).toBe('passkey-needed')
    await as(ada)`select public.set_regular_payment_state(${id}, 'cancelled')`
    expect(await payIn(ada, small())).toBeNull()
  })

  test('is counted with another one that is made at the same moment', async () => {
    const half = () => ({ ...large(), amount: '200.00' })
    let second: Promise<unknown> | undefined
    await request(sql, ada, async (db) => {
      await makePayment(db, half())
      second = payIn(ada, half())
      await untilBlocked(sql, 'make_payment')
    })
    expect(await second).toBe('passkey-needed')
    expect(await balance()).toBe('4800.00')
  })

  test('needs none while passkeys are off', async () => {
    await sql`update private.settings set passkeys = false where only_row`
    try {
      expect(await payIn(ada, large())).toBeNull()
      expect(await hintOfRequest(sql, ada, (db) => db`select public.start_passkey_approval('unfreeze')`)).toBe(
        'passkeys-off',
      )
    } finally {
      await sql`update private.settings set passkeys = true where only_row`
    }
  })

  test('does not run twice on one approval, also at the same moment', async () => {
    const payment = large()
    const subject = await subjectOf((db) => makePayment(db, payment))
    await approve(sql, ada, subject, key)
    let second: Promise<unknown> | undefined
    await request(sql, ada, async (db) => {
      await db`select set_config('role', 'none', true)`
      expect(await db`select private.spend_passkey_approval(${subject}) as spent`).toMatchObject([{ spent: true }])
      second = payIn(ada, payment)
      await untilBlocked(sql, 'make_payment')
    })
    expect(await second).toBe('passkey-needed')
    expect(await balance()).toBe('5000.00')
  })

  test('is not approved by another session, a removed key, an old approval, another user, or in a frozen account', async () => {
    const payment = large()
    const subject = await subjectOf((db) => makePayment(db, payment))
    const second = await givePasskey(sql, ada, 'Phone')
    const thief = await signInAgain(sql, ada)
    await approve(sql, ada, subject, key)
    expect(await payIn(thief, payment)).toBe('passkey-needed')
    await sql`delete from private.passkeys where credential_id = ${key}`
    expect(await payIn(ada, payment)).toBe('passkey-needed')

    await approve(sql, ada, subject, second)
    await sql`update private.passkey_challenges set created_at = created_at - interval '5 minutes' where user_id = ${ada.id}`
    expect(await payIn(ada, payment)).toBe('passkey-needed')

    const others = await givePasskey(sql, bob)
    const challenge = await startApproval(sql, ada, subject)
    expect(
      await as('service_role')`
        select public.find_passkey(${challenge}, ${others}, ${bob.id}, ${bob.sessionId}) as found`,
    ).toMatchObject([{ found: null }])

    await approve(sql, ada, subject, second)
    await as(ada)`select public.freeze_my_account()`
    expect(await payIn(ada, payment)).toBe('account-frozen')
    expect(await hintOfRequest(sql, ada, (db) => db`select public.start_passkey_approval(${subject})`)).toBe(
      'account-frozen',
    )
    expect(await balance()).toBe('5000.00')
  })

  test('for another day needs an approval too, which is not that of a regular one', async () => {
    const later = large()
    const schedule: Act = (db) => scheduleFuturePayment(db, later)
    await approve(sql, ada, await subjectOf(schedule), key)
    expect(await hintOfRequest(sql, ada, (db) => createRegularPayment(db, later))).toBe('passkey-needed')
    expect(await hintOfRequest(sql, ada, schedule)).toBeNull()
  })
})

describe('a regular payment to a new payee', () => {
  const small = () => ({ ...large(), amount: '1.00' })
  const create = (person: Person, payment = small()) =>
    hintOfRequest(sql, person, (db) => createRegularPayment(db, payment))
  const change =
    (id: string, amount: string, end: { endsOn?: string; count?: string } = {}): Act =>
    (db) =>
      db`select public.change_regular_payment(${id}, ${amount}, ${end.endsOn ?? null}, ${end.count ?? null})`

  test('needs an approval, whatever its amount: its payments would make the payee known', async () => {
    const weekly = small()
    expect(await create(ada, weekly)).toBe('passkey-needed')
    await approved((db) => createRegularPayment(db, weekly))
    // A retry gets the first answer.
    expect(await create(ada, weekly)).toBeNull()
    expect(await create(ada)).toBe('passkey-needed')
  })

  test('needs one for each change, and none to be paused and resumed', async () => {
    const weekly = small()
    const { id } = await approved((db) => createRegularPayment(db, weekly))
    await sql`
      update private.future_requests set evidence.warnings = '{first_payment,unconfirmed_name}' where created_id = ${id}`
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const [act, another] of [
      [change(id, '2.00'), change(id, '2.01')],
      [change(id, '0.50'), change(id, '0.51')],
      [change(id, '0.50', { count: '9' }), change(id, '0.50', { count: '10' })],
      [change(id, '0.50', { endsOn: inDays(200) }), change(id, '0.50', { endsOn: inDays(201) })],
      [change(id, '0.50', { endsOn: inDays(300) }), change(id, '0.50', { endsOn: inDays(301) })],
    ] as const) {
      const subject = await subjectOf(act)
      await approve(sql, ada, subject, key)
      expect(await hintOfRequest(sql, ada, another)).toBe('passkey-needed')
      expect(await hintOfRequest(sql, ada, act)).toBeNull()
      // A retry changes nothing.
      expect(await hintOfRequest(sql, ada, act)).toBeNull()
    }
    for (const state of ['paused', 'active'])
      expect(
        await hintOfRequest(sql, ada, (db) => db`select public.set_regular_payment_state(${id}, ${state})`),
      ).toBeNull()
  })

  test('needs none of a customer without a passkey, or once the payee is known', async () => {
    expect(await create(bob)).toBeNull()
    await payAs(sql, ada, small())
    expect(await create(ada)).toBe('passkey-needed')
    await sql`
      update public.recipients set created_at = now() - interval '2 days', paid_total = 250.01 where user_id = ${ada.id}`
    const { id } = await request(sql, ada, (db) => createRegularPayment(db, small()))
    expect(await hintOfRequest(sql, ada, change(id, '0.50'))).toBeNull()
  })
})

/** What a passkey approves besides payments. */
const acts: [string, (person: Person) => Act][] = [
  ['a higher limit', () => (db) => db`select public.set_payment_limit('26000')`],
  [
    'a new notification address',
    ({ id }) =>
      (db) =>
        db`update public.profiles set notification_email = 'new@mail.example' where id = ${id}`,
  ],
  ['a higher amount that needs no approval', () => (db) => db`select public.set_passkey_amount('251')`],
  [
    'a higher limit of the card',
    ({ id }) =>
      (db) =>
        db`select public.set_card_controls(c.id, p_purchase_limit => '10', p_daily_limit => '5001')
           from public.cards c where c.user_id = ${id}`,
  ],
  ['the number of the card', () => (db) => db`select public.record_card_reveal('card_number')`],
  ['the PIN of the card', () => (db) => db`select public.record_card_reveal('card_pin')`],
  ['the security code of the card', () => (db) => db`select public.record_card_reveal('security_code')`],
]

describe('what else a passkey approves', () => {
  test.each(acts)('%s, once', async (_, actOf) => {
    await cardOf(sql, ada)
    const act = actOf(ada)
    await approve(sql, ada, await subjectOf(act), key)
    expect(await hintOfRequest(sql, ada, act)).toBeNull()
  })

  test('a reveal or a limit is not approved by the approval of another', async () => {
    const subjects = await Promise.all(acts.map(([, actOf]) => subjectOf(actOf(ada))))
    expect(new Set(subjects).size).toBe(acts.length)
    await approve(sql, ada, await subjectOf((db) => db`select public.set_payment_limit('26000')`), key)
    await subjectOf((db) => db`select public.set_payment_limit('27000')`)
  })

  test('a lower limit and a lower amount need none, and the right PIN does not replace it', async () => {
    expect(await hintOfRequest(sql, ada, (db) => db`select public.set_payment_limit('100')`)).toBeNull()
    expect(await hintOfRequest(sql, ada, (db) => db`select public.set_passkey_amount('0')`)).toBeNull()
    expect(await payIn(ada, { ...large(), amount: '0.01' })).toBe('passkey-needed')
    const [row] = await sql<[{ pin: string }]>`select private.read_pin(${ada.id}) as pin`
    await subjectOf((db) => db`select public.record_card_reveal('card_pin', ${row.pin})`)
  })

  test('unfreezing, in an hour as with a code', async () => {
    await sql`update private.passkeys set created_at = now() - interval '25 hours' where credential_id = ${key}`
    await as(ada)`select public.freeze_my_account()`
    const ask = async () => (await as(ada)`select public.ask_to_unfreeze() as answer`)[0]?.answer as unknown
    expect(await ask()).toBe(false)
    await approve(sql, ada, 'unfreeze', key)
    expect(await ask()).toBe(true)
    expect(await titles()).toContain('Your account will be unfrozen')
    expect(
      await sql`
      select unfreezes_at > now() + interval '59 minutes' as waits from public.profiles where id = ${ada.id}`,
    ).toMatchObject([{ waits: true }])
  })

  // A thief who was told one code adds a passkey. The owner then freezes the account.
  test('not unfreezing with a passkey of the day before the freeze', async () => {
    await sql`update private.passkeys set created_at = now() - interval '23 hours' where credential_id = ${key}`
    await as(ada)`select public.freeze_my_account()`
    expect(await hintOfRequest(sql, ada, (db) => db`select public.start_passkey_approval('unfreeze')`)).toBe(
      'no-passkey',
    )
    await givePasskey(sql, ada, 'Phone')
    await sql`update private.passkeys set created_at = now() - interval '2 days' where name = 'Phone'`
    // The device can sign with another key than the ones asked for.
    await approve(sql, ada, 'unfreeze', key)
    expect(await as(ada)`select public.ask_to_unfreeze() as answer`).toEqual([{ answer: false }])
  })

  test('a device, and that one alone', async () => {
    await setDeviceBinding(sql, 'all')
    try {
      const [here, there] = [await signInAgain(sql, ada), await signInAgain(sql, ada)]
      const token = deviceToken('new')
      expect((await recogniseDevice(sql, here, token)).state).toBe('unknown')
      expect(await hintOfRequest(sql, here, (db) => db`select public.start_passkey_approval('unfreeze')`)).toBe(
        'device-unknown',
      )
      expect(await answerChallenge(sql, await startApproval(sql, here, 'confirm_device'), key, token)).toBe(true)
      expect((await recogniseDevice(sql, there, deviceToken('other'))).state).toBe('unknown')
      expect((await recogniseDevice(sql, here, token)).state).toBe('known')
    } finally {
      await setDeviceBinding(sql, 'off')
    }
  })
})

describe('a challenge', () => {
  test('is answered once, and at most 30 are made in five minutes', async () => {
    const challenge = await startApproval(sql, ada, 'unfreeze')
    expect([await answerChallenge(sql, challenge, key), await answerChallenge(sql, challenge, key)]).toEqual([
      true,
      false,
    ])
    const start = () => hintOfRequest(sql, ada, (db) => db`select public.start_passkey_approval('unfreeze')`)
    for (let count = 1; count < 30; count++) expect(await start()).toBeNull()
    expect(await start()).toBe('too-many-attempts')
    expect(await hintOfRequest(sql, bob, (db) => db`select public.start_passkey_approval('unfreeze')`)).toBe(
      'no-passkey',
    )
  })

  test('of a sign-in is made for many customers behind one address, and a user is counted alone', async () => {
    const start = () => hintOfRequest(sql, 'anon', (db) => db`select public.start_passkey_sign_in()`)
    expect(await start()).toBeNull()
    await sql`
      insert into private.passkey_challenges (purpose, address)
      select 'sign_in', c.address from private.passkey_challenges c cross join generate_series(2, 599)
      where c.purpose = 'sign_in'`
    expect([await start(), await start()]).toEqual([null, 'too-many-attempts'])
    expect(await hintOfRequest(sql, ada, (db) => db`select public.start_passkey_approval('unfreeze')`)).toBeNull()
  })

  test('that is answered wrongly locks nobody behind the address, and is used up', async () => {
    for (let count = 0; count < 40; count++) {
      const [row] = await as('anon')<[{ challenge: string }]>`select public.start_passkey_sign_in() as challenge`
      await as('service_role')`select public.refuse_passkey(${row.challenge})`
      expect(await answerChallenge(sql, row.challenge, key)).toBe(false)
    }
    expect(await hintOfRequest(sql, 'anon', (db) => db`select public.start_passkey_sign_in()`)).toBeNull()
    expect(await sql`select from private.attempts`).toHaveLength(0)
  })

  test('ends with its session', async () => {
    const session = await signInAgain(sql, ada)
    const challenge = await startApproval(sql, session, 'unfreeze')
    await as(ada)`select public.freeze_my_account()`
    expect(await answerChallenge(sql, challenge, key)).toBe(false)
  })
})

describe('removing a passkey', () => {
  const remove = async (person: Person, credential: string) =>
    hintOfRequest(
      sql,
      person,
      (db) => db`
      select public.remove_passkey((select id from public.list_passkeys() where credential_id = ${credential}))`,
    )
  const left = async (person: Person = ada) => (await as(person)`select from public.list_passkeys()`).length
  const idOf = async (credential: string) =>
    (await sql<[{ id: string }]>`select id from private.passkeys where credential_id = ${credential}`)[0].id
  const pinOf = async ({ id }: Person) => (await sql<[{ pin: string }]>`select private.read_pin(${id}) as pin`)[0].pin
  const enterPin = async (person: Person) => void (await as(person)`select public.enter_my_pin(${await pinOf(person)})`)

  test('needs the PIN or another passkey, and tells the owner', async () => {
    const id = await idOf(key)
    const act: Act = (db) => db`select public.remove_passkey(${id})`
    const second = await givePasskey(sql, ada, 'Phone')
    const stolen = await signInAgain(sql, ada)
    expect(await remove(ada, key)).toBe('field:currentPin')
    const subject = await subjectOf(act)
    await approve(sql, ada, subject, key)
    expect(await hintOfRequest(sql, ada, act)).toBe('field:currentPin')
    await approve(sql, ada, subject, second)
    expect(await hintOfRequest(sql, ada, act)).toBeNull()
    expect([await left(), await titles()]).toEqual([1, ['A passkey was removed', 'A new device']])
    expect(await sql`select from auth.sessions where id = ${stolen.sessionId}`).toHaveLength(0)

    await enterPin(ada)
    expect(await remove(ada, second)).toBeNull()
    expect(await left()).toBe(0)
  })

  // A thief with an open session and the PIN would otherwise remove the passkey and pay at once.
  test('with the PIN leaves what it approves refused for 24 hours, or until a passkey is added', async () => {
    await cardOf(sql, ada)
    await enterPin(ada)
    expect(await remove(ada, key)).toBeNull()
    for (const [name, actOf] of acts)
      expect([name, await hintOfRequest(sql, ada, actOf(ada))]).toEqual([name, 'passkey-removed'])
    expect(await hintOfRequest(sql, ada, (db) => createRegularPayment(db, { ...large(), amount: '1.00' }))).toBe(
      'passkey-removed',
    )
    const payment = large()
    const { message } = await refusalAs(sql, ada, (db) => makePayment(db, payment))
    expect(message).toMatch(
      /^You removed your passkey with your PIN, so this has to wait until \d\d:\d\d on \w+day \d+ \w+ \(UK time\)\. To do it now, add a passkey in Settings\.$/,
    )
    expect(
      await sql`select message from private.security_mails where title = 'A passkey was removed' order by id desc limit 1`,
    ).toMatchObject([
      { message: expect.stringMatching(/What it approved has to wait until .*, or for a new passkey\.$/) },
    ])
    expect(await payIn(ada, { ...large(), amount: '250.00' })).toBeNull()
    // Also in another session, and with the PIN.
    expect(await payIn(await signInAgain(sql, ada), payment)).toBe('passkey-removed')
    const pin = await pinOf(ada)
    expect(await hintOfRequest(sql, ada, (db) => db`select public.record_card_reveal('card_pin', ${pin})`)).toBe(
      'passkey-removed',
    )

    const added = await givePasskey(sql, ada, 'New phone')
    await approve(sql, ada, await subjectOf((db) => makePayment(db, payment)), added)
    expect(await payIn(ada, payment)).toBeNull()
    await sql`delete from private.passkeys where credential_id = ${added}`
    expect(await payIn(ada, { ...large(), accountNumber: '12345679' })).toBe('passkey-removed')
    await sql`update public.profiles set passkey_removed_at = now() - interval '24 hours' where id = ${ada.id}`
    expect(await payIn(ada, { ...large(), accountNumber: '12345679' })).toBeNull()
  })

  test('with the PIN makes nothing wait that another passkey approves, and nothing while passkeys are off', async () => {
    const second = await givePasskey(sql, ada, 'Phone')
    await enterPin(ada)
    expect(await remove(ada, key)).toBeNull()
    const payment = large()
    await approve(sql, ada, await subjectOf((db) => makePayment(db, payment)), second)
    expect(await payIn(ada, payment)).toBeNull()
    await enterPin(ada)
    expect(await remove(ada, second)).toBeNull()
    await sql`update private.settings set passkeys = false where only_row`
    try {
      expect(await payIn(ada, large())).toBeNull()
    } finally {
      await sql`update private.settings set passkeys = true where only_row`
    }
  })

  test('needs the PIN again for the next one, and by another passkey whatever PIN was entered', async () => {
    const second = await givePasskey(sql, ada, 'Phone')
    const third = await givePasskey(sql, ada, 'Laptop')
    await enterPin(ada)
    const id = await idOf(key)
    expect(await hintOfRequest(sql, ada, (db) => db`select public.remove_passkey(${id}, true)`)).toBe(
      'field:currentPin',
    )
    expect(await remove(ada, second)).toBeNull()
    expect(await remove(ada, third)).toBe('field:currentPin')
    expect(await left()).toBe(2)
  })

  test("does not remove another customer's", async () => {
    expect(await as(bob)`select public.remove_passkey(${await idOf(key)}) as removed`).toMatchObject([
      { removed: false },
    ])
    expect(await left()).toBe(1)
  })

  describe('while the account is frozen', () => {
    const makeOld = (credential: string) =>
      sql`update private.passkeys set created_at = now() - interval '25 hours' where credential_id = ${credential}`
    const enterCode = async (person: Person) => {
      await ageCodes(sql, ada, '2 minutes')
      const { code } = await issueCode(sql, person)
      await as(person)`select public.enter_device_code(${deviceToken('a')}, ${code})`
    }

    test('a thief in an open session with the PIN and a passkey of their own removes nothing', async () => {
      await makeOld(key)
      await enterPin(ada)
      const stolen = await givePasskey(sql, ada, 'Thief')
      await as(ada)`select public.freeze_my_account()`
      expect(await remove(ada, key)).toBe('field:code')
      const keyId = await idOf(key)
      const subject = await subjectOf((db) => db`select public.remove_passkey(${keyId})`)
      expect(await approve(sql, ada, subject, stolen)).toBe(true)
      expect(await remove(ada, key)).toBe('field:code')
      expect(await left()).toBe(2)
    })

    test('the owner removes what a thief has added, with a code from the mail that is used up', async () => {
      await makeOld(key)
      const stolen = await givePasskey(sql, ada, 'Thief')
      await as(ada)`select public.freeze_my_account()`
      const owner = await signInAgain(sql, ada)
      await enterCode(owner)
      expect(await remove(owner, stolen)).toBeNull()
      expect(await remove(owner, key)).toBe('field:code')
      expect(await as(owner)`select public.ask_to_unfreeze() as answer`).toEqual([{ answer: false }])
      expect(await titles()).toContain('A passkey was removed')
      expect(await left(owner)).toBe(1)
      // The code is proof enough: nothing has to wait for another passkey.
      await enterCode(owner)
      expect(await remove(owner, key)).toBeNull()
      await sql`select private.unfreeze(${ada.id})`
      expect(await payIn(owner, large())).toBeNull()
    })

    test('the owner removes it with a passkey that is a day older than the freeze', async () => {
      await makeOld(key)
      const stolen = await givePasskey(sql, ada, 'Thief')
      const stolenId = await idOf(stolen)
      await as(ada)`select public.freeze_my_account()`
      const act: Act = (db) => db`select public.remove_passkey(${stolenId})`
      await approve(sql, ada, await subjectOf(act), key)
      expect(await hintOfRequest(sql, ada, act)).toBeNull()
      expect(await left()).toBe(1)
    })

    test('a code that was asked for before the freeze removes nothing', async () => {
      const { code } = await issueCode(sql, ada, true)
      await as(ada)`select public.enter_device_code(${deviceToken('a')}, ${code})`
      await as(ada)`select public.freeze_my_account()`
      expect(await remove(ada, key)).toBe('field:code')
    })
  })
})
