import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { authorisation, cardOf, processMessage } from '../fixtures/cards'
import { openChat } from '../fixtures/chat'
import { composePush } from '../../functions/_shared/pushMessage'
import { type Person, hintOfRequest, request } from '../fixtures/database'
import { deviceToken, signInAgain } from '../fixtures/devices'
import { runJob } from '../fixtures/jobs'
import { setUndoWindow } from '../fixtures/outgoingPayments'
import { payAs, payeeAt } from '../fixtures/payments'
import { withPeople, aCustomer } from '../fixtures/people'
import { moveMoney, openSavings } from '../fixtures/savings'

const { sql, as, alice, bob } = withPeople({ alice: aCustomer('Alice Archer'), bob: aCustomer('Bob Baker') })

const serverKey = 'the public key of the bank'
const newKeys = () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
const newEndpoint = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`
const phone = deviceToken('phone')

const save = (person: Person, endpoint: string, { token = phone, key = serverKey, keys = newKeys() } = {}) =>
  hintOfRequest(sql, person, async (db) => {
    await db`
      select public.save_push_subscription(${token}, ${JSON.stringify({ endpoint, keys })}::text::jsonb, ${key})`
  })
const subscribe = async (person: Person, token?: string) => {
  const endpoint = newEndpoint()
  expect(await save(person, endpoint, { token })).toBeNull()
  await sql`delete from private.due_mails where true`
  return endpoint
}
type Due = { endpoint: string; event: string; amount: string | null; title: string | null; about_id: string }
const take = async () => [
  ...(await as('service_role')<Due[]>`
    select endpoint, event, amount, title, about_id from public.take_due_pushes(${serverKey}) order by event`),
]
const events = async () => (await take()).map(({ endpoint, event }) => [endpoint, event])
const devicesOf = async (person: Person, token = phone) => [
  ...(await as(person)`select name, is_current from public.list_push_devices(${token})`),
]
const titles = async (person: Person) =>
  (await sql<{ title: string }[]>`select title from private.security_mails where user_id = ${person.id}`).map(
    ({ title }) => title,
  )
type Choices = { push?: string[]; mail?: string[]; mailbox?: string[]; amounts?: boolean; low?: string | null }
const all = ['money_in', 'money_out', 'card', 'low_balance', 'agent']
const choose = (person: Person, { push = all, mail = all, mailbox = all, amounts = false, low = null }: Choices) =>
  hintOfRequest(sql, person, async (db) => {
    await db`select public.choose_notifications(${push}, ${mail}, ${mailbox}, ${amounts}, ${low})`
  })

beforeEach(async () => {
  await sql`update private.settings set push_public_key = ${serverKey} where only_row`
  await sql`delete from private.push_subscriptions where true`
  await sql`delete from private.push_events where true`
  await sql`delete from private.due_mails where true`
})

describe('who gets what', () => {
  test('a payment tells the devices of both sides, once', async () => {
    const [ofAlice, ofBob] = [await subscribe(alice), await subscribe(bob)]
    const { transaction_id: id } = await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    expect(await take()).toEqual([
      { endpoint: ofBob, event: 'money_in', amount: null, title: null, about_id: expect.any(String) },
      { endpoint: ofAlice, event: 'money_out', amount: null, title: null, about_id: id },
    ])
    expect(await take()).toEqual([])
  })

  test('says the amount only to those who chose so, and tells nobody who switched it off', async () => {
    const ofBob = await subscribe(bob)
    await subscribe(alice)
    await choose(alice, { push: ['money_in'] })
    await choose(bob, { amounts: true })
    await sql`delete from private.due_mails where true`
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    expect(await take()).toMatchObject([{ endpoint: ofBob, event: 'money_in', amount: '5.00' }])
  })

  test('a customer who cannot be told does not keep the messages of the others, and the job says so', async () => {
    const [ofAlice, ofBob] = [await subscribe(alice), await subscribe(bob)]
    await sql.unsafe(`
      create function private.break_push_events() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger break_push_events before insert on private.push_events
      for each row when (new.user_id = '${alice.id}') execute function private.break_push_events()`)
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    await expect(runJob(sql, 'owe-push-events')).rejects.toThrow('1 customers could not be told')
    expect(await events()).toEqual([[ofBob, 'money_in']])
    await sql.unsafe('drop function private.break_push_events cascade')
    await runJob(sql, 'owe-push-events')
    expect(await events()).toEqual([[ofAlice, 'money_out']])
  })

  test('a payment that can be undone is told when it is sent, and not at all if it is undone', async () => {
    await setUndoWindow(sql, alice, '30')
    const endpoint = await subscribe(alice)
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    await payAs(sql, alice, { ...payeeAt(bob), amount: '6' })
    expect(await take()).toEqual([])
    await sql`
      select private.send_outgoing_payment(o.id, o.send_at) from public.outgoing_payments o
      where o.user_id = ${alice.id} and o.amount = 5`
    await as(alice)`
      select public.undo_payment(id) from public.outgoing_payments where user_id = ${alice.id} and amount = 6`
    expect(await events()).toEqual([[endpoint, 'money_out']])
  })

  test('the card, a refused card and an agent are told', async () => {
    const endpoint = await subscribe(alice)
    const card = (await cardOf(sql, alice)).id
    await processMessage(sql, authorisation({ card, amount: '2.00' }))
    await as(alice)`select public.set_card_frozen(${card}, true)`
    await processMessage(sql, authorisation({ card, amount: '3.00' }))
    const chat = await openChat(sql, alice)
    await sql`
      insert into public.chat_messages (conversation_id, sender_type, message) values
        (${chat}, 'agent', 'Hello'), (${chat}, 'assistant', 'I am Fern')`
    expect(await events()).toEqual([
      [endpoint, 'agent'],
      [endpoint, 'card'],
      [endpoint, 'card_refused'],
    ])
  })

  // A customer who makes many small payments must not make the others wait.
  test('a device gets thirty messages in an hour, and security always', async () => {
    const endpoint = await subscribe(bob)
    await sql`
      insert into private.push_events (user_id, subscription_id, event, about_id)
      select user_id, id, 'money_in', gen_random_uuid() from private.push_subscriptions cross join generate_series(1, 30)`
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    expect(await take()).toEqual([])
    await as(bob)`select public.set_payment_limit('100')`
    expect(await events()).toEqual([[endpoint, 'security']])
    await sql`update private.push_events set created_at = now() - interval '1 hour' where true`
    await payAs(sql, alice, { ...payeeAt(bob), amount: '6' })
    expect(await events()).toContainEqual([endpoint, 'money_in'])
  })

  test('security is told whatever the customer chose, with its title', async () => {
    const endpoint = await subscribe(alice)
    await choose(alice, { push: [], mail: [], mailbox: [] })
    await sql`delete from private.due_mails where true`
    await as(alice)`select public.set_payment_limit('100')`
    expect(await take()).toMatchObject([{ endpoint, event: 'security', title: 'Your daily payment limit' }])
  })

  test('a message about protected savings opens the page of the account, whatever the customer chose', async () => {
    const savings = await request(sql, alice, (db) => openSavings(db))
    await as(alice)`select public.protect_savings(${savings}, 24)`
    const endpoint = await subscribe(alice)
    await choose(alice, { push: [], mail: [], mailbox: [] })
    await sql`delete from private.due_mails where true`
    await as(alice)`select public.protect_savings(${savings}, 0)`
    const [due] = await as('service_role')<(Due & { topic: string })[]>`
      select endpoint, event, amount, title, about_id, topic from public.take_due_pushes(${serverKey})`
    expect(due).toMatchObject({ endpoint, event: 'savings', title: 'The protection of your savings will change' })
    const message = due && composePush({ ...due, amount: null }, 'https://bank.example')
    expect(message?.payload.notification.navigate).toBe(`https://bank.example/savings/${savings}`)
    expect(message?.isUrgent).toBe(true)
  })

  test('a low balance is told once, until the balance was above it again', async () => {
    const endpoint = await subscribe(alice)
    await choose(alice, { push: ['low_balance'], mail: ['low_balance'], low: '95.00' })
    await sql`delete from private.due_mails where true`
    const mails = async () => [
      ...(await as('service_role')`
        select notification_type, amount from public.take_due_mails() where kind = 'event'`),
    ]
    await sql`update public.accounts set balance = 100 where user_id = ${alice.id}`
    const spend = async () => payAs(sql, alice, { ...payeeAt(bob), amount: '10' })
    await spend()
    expect(await events()).toEqual([[endpoint, 'low_balance']])
    expect(await mails()).toEqual([{ notification_type: 'low_balance', amount: '95.00' }])
    await spend()
    expect(await events()).toEqual([])
    await payAs(sql, bob, { ...payeeAt(alice), amount: '50' })
    expect(await events()).toEqual([])
    await sql`update public.accounts set balance = 100 where user_id = ${alice.id}`
    await spend()
    expect(await events()).toEqual([[endpoint, 'low_balance']])
    expect(await as(alice)`select message from public.user_notifications where type = 'low_balance'`).toEqual([
      { message: 'Your balance is below £95.00.' },
      { message: 'Your balance is below £95.00.' },
    ])
  })

  test('a low balance after a move to savings is told after the next payment, and one back counts as above it', async () => {
    const endpoint = await subscribe(alice)
    await choose(alice, { push: ['low_balance'], mail: [], low: '95.00' })
    await sql`delete from private.due_mails where true`
    const savings = await request(sql, alice, (db) => openSavings(db))
    const move = (from: string, to: string, amount: string) =>
      request(sql, alice, (db) => moveMoney(db, from, to, amount))
    const isLow = async () =>
      (await sql`select is_low from private.notification_choices where user_id = ${alice.id}`)[0]?.is_low as boolean
    const spend = () => payAs(sql, alice, { ...payeeAt(bob), amount: '10' })
    await move(alice.account.id, savings, '4950')
    expect(await events()).toEqual([])
    await spend()
    expect(await events()).toEqual([[endpoint, 'low_balance']])
    expect(await isLow()).toBe(true)
    await move(savings, alice.account.id, '4950')
    expect(await events()).toEqual([])
    expect(await isLow()).toBe(false)
  })

  test('a mail about money is not sent to those who switched it off', async () => {
    await sql`update public.profiles set notification_email = 'bob@test.example' where id = ${bob.id}`
    await choose(bob, { mail: [] })
    const requestId = randomUUID()
    await payAs(sql, alice, { ...payeeAt(bob), requestId, amount: '5' })
    const taken = await as('service_role')`
      select * from public.take_payment_notifications(${alice.id}, ${requestId}, 'recipient')`
    expect(taken).toHaveLength(0)
  })

  test('nothing is owed before the browser was registered, and without a key of the bank', async () => {
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    await subscribe(bob)
    expect(await take()).toEqual([])
    await as('service_role')`select * from public.take_due_pushes()`
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    expect(await as(bob)`select push_key from public.get_notification_choices()`).toEqual([{ push_key: null }])
    expect(await save(bob, newEndpoint())).toBe('push-key')
    await as('service_role')`select * from public.take_due_pushes('a new key')`
    await sql`select private.owe_push_events()`
    expect(await sql`select from private.due_mails where kind = 'push'`).toHaveLength(0)
  })
})

describe('a browser', () => {
  test('that another customer used tells the one who signed in last', async () => {
    const endpoint = await subscribe(alice)
    expect(await save(bob, endpoint)).toBeNull()
    await sql`delete from private.due_mails where true`
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    expect(await events()).toEqual([[endpoint, 'money_in']])
    expect(await devicesOf(alice)).toEqual([])
  })

  test('gets nothing after a sign-out, and goes on after the next sign-in without another mail', async () => {
    const endpoint = await subscribe(alice)
    await payAs(sql, bob, { ...payeeAt(alice), amount: '5' })
    await as(alice)`select public.stop_push(${phone})`
    expect(await events()).toEqual([])
    const told = await titles(alice)
    expect(await save(alice, endpoint)).toBeNull()
    expect(await titles(alice)).toEqual(told)
    await payAs(sql, bob, { ...payeeAt(alice), amount: '5' })
    expect(await events()).toContainEqual([endpoint, 'money_in'])
  })

  // A thief with an open session registers their own browser to watch the account.
  test('that is new is mailed to its owner, is in the list, and can be removed there', async () => {
    await subscribe(alice)
    const spy = newEndpoint()
    const told = ['Notifications on a new device', 'Notifications on a new device']
    expect(await save(await signInAgain(sql, alice), spy, { token: deviceToken('thief') })).toBeNull()
    expect((await titles(alice)).filter((title) => title.startsWith('Notifications'))).toEqual(told)
    expect(await devicesOf(alice)).toMatchObject([{ is_current: true }, { is_current: false }])
    const listed = await as(alice)<{ id: string }[]>`
      select id from public.list_push_devices(${phone}) where not is_current`
    const id = listed[0]?.id ?? ''
    expect(await as(bob)`select public.remove_push_device(${id}) as removed`).toEqual([{ removed: false }])
    expect(await as(alice)`select public.remove_push_device(${id}) as removed`).toEqual([{ removed: true }])
    expect(await titles(alice)).toContain('Notifications were stopped on a device')
    await sql`delete from private.due_mails where true`
    await payAs(sql, bob, { ...payeeAt(alice), amount: '5' })
    expect((await take()).map(({ endpoint }) => endpoint)).not.toContain(spy)
  })

  const removeDevice = () => as(alice)`select public.remove_device((select id from public.list_devices()))`

  test.each<[string, (thief: Person) => PromiseLike<unknown>]>([
    [
      'a new PIN',
      async () => {
        const [pin] = await sql<{ value: string }[]>`select private.read_pin(${alice.id}) as value`
        await as(alice)`select public.enter_my_pin(${pin?.value ?? ''})`
        await as(alice)`select public.change_my_pin(null)`
      },
    ],
    ['a freeze', () => as(alice)`select public.freeze_my_account()`],
    ['the removal of its device', () => removeDevice()],
    [
      'the removal of its device, when its session has ended before',
      async (thief) => {
        await sql`delete from auth.sessions where id = ${thief.sessionId}`
        await removeDevice()
      },
    ],
  ])('is forgotten by %s, whatever id it has named', async (_, end) => {
    await subscribe(alice)
    const thief = await signInAgain(sql, alice)
    await sql`select private.enrol_device(${alice.id}, ${thief.sessionId}, private.hash_device_token(${alice.id}, ${deviceToken('thief')}))`
    await subscribe(thief, deviceToken('another'))
    await end(thief)
    expect(await sql`select session_id from private.push_subscriptions where user_id = ${alice.id}`).toEqual([
      { session_id: alice.sessionId },
    ])
  })

  test('of a suspended customer gets nothing', async () => {
    await subscribe(bob)
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    await sql`update public.profiles set suspended_at = now() where id = ${bob.id}`
    expect(await take()).toEqual([])
  })

  test('that its push service does not know any more is forgotten with what is owed to it', async () => {
    await subscribe(bob)
    await payAs(sql, alice, { ...payeeAt(bob), amount: '5' })
    const [due] = await as('service_role')<{ push_event_id: string }[]>`
      select push_event_id from public.take_due_pushes(${serverKey})`
    await as('service_role')`select public.forget_push_subscription(${due?.push_event_id ?? ''})`
    expect(await sql`select from private.push_subscriptions`).toHaveLength(0)
    expect(await sql`select from private.due_mails where kind = 'push'`).toHaveLength(0)
  })

  test.each([
    'http://fcm.googleapis.com/fcm/send/1',
    'https://fcm.googleapis.com:8443/fcm/send/1',
    'https://fcm.googleapis.com.thief.example/1',
    'https://fcm.googleapis.com@thief.example/1',
    'https://thief.example/https://fcm.googleapis.com/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/1',
    'https://.notify.windows.com/1',
    'https://a..notify.windows.com/1',
    'https://2852039166/1',
    'https://fcm.googleapis.com./1',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
    'https://[::1]/1',
    'https://xnotify.windows.com/1',
    'https://web.push.apple.com',
    'https://web.push.apple.com/1\n',
    '',
  ])('at %j is refused', async (endpoint) => {
    expect(await save(alice, endpoint)).toBe('push-service')
  })

  test.each(['https://web.push.apple.com/QG-1_2', 'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d'])(
    'at %s is taken',
    async (endpoint) => {
      expect(await save(alice, endpoint)).toBeNull()
    },
  )

  test('without sound keys, above ten new ones in a day, or with a wrong choice is refused', async () => {
    expect(await save(alice, newEndpoint(), { keys: { p256dh: 'B', auth: '' } })).toBe('push-service')
    // After ten mails in an hour the next ones come together, and are counted all the same.
    for (let limit = 100; limit < 110; limit += 1) await as(alice)`select public.set_payment_limit(${limit})`
    for (let count = 0; count < 10; count += 1)
      expect(await save(alice, newEndpoint(), { token: deviceToken(`browser ${count}`) })).toBeNull()
    expect(await save(alice, newEndpoint())).toBe('too-many-attempts')
    await as(alice)`select public.remove_push_device(id) from public.list_push_devices(${phone})`
    expect(await save(alice, newEndpoint())).toBe('too-many-attempts')
    expect(await choose(alice, { push: ['everything'] })).toBe('unknown-choice')
    expect(await choose(alice, { low: '-1' })).toBe('field:lowBalance')
    expect(await choose(alice, { low: '0' })).toBe('field:lowBalance')
  })

  test('the owner is mailed once when notifications are switched off', async () => {
    await choose(alice, { push: ['card'] })
    await choose(alice, { push: [] })
    expect(await titles(alice)).toEqual(['Your notifications have changed'])
  })
})
