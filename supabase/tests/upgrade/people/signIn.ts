import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { request, type Person } from '../../fixtures/database'
import {
  ageCodes,
  confirmDevice,
  deviceToken,
  issueCode,
  recogniseDevice,
  setDeviceBinding,
  signInAgain,
} from '../../fixtures/devices'
import { runJob } from '../../fixtures/jobs'
import { answerChallenge, givePasskey, startApproval } from '../../fixtures/passkeys'
import { payAs, payeeAt } from '../../fixtures/payments'
import { signUp } from '../../fixtures/people'
import { pinOf, unusedPin } from '../../fixtures/staff'
import type { World } from './world'

/** Applicants, PINs, devices, passkeys, push messages, needs, calls and frozen accounts. */
export async function addSignIn(world: World): Promise<void> {
  await addApplicants(world)
  await addPins(world)
  await addDevices(world)
  await addPasskeys(world)
  await addPush(world)
  await addCare(world)
  await addCalls(world)
  await addFrozen(world)
}

const visitor = (world: World, run: Parameters<typeof request<unknown>>[2]) =>
  request(world.sql, 'anon', async (db) => {
    await db`select set_config('request.headers', '{"x-forwarded-for": "192.0.2.1"}', true)`
    return run(db)
  })

async function addApplicants({ sql, as, agent }: World) {
  await signUp(sql, 'Wanda Waiting')
  const rejected = await signUp(sql, 'Rita Rejected')
  await as(agent)`select public.reject_users(${[rejected.id]}, 'We could not check the address')`
  const suspended = await signUp(sql, 'Stan Stopped')
  await as(agent)`select public.suspend_user(${suspended.id})`
  const approved = await signUp(sql, 'Alan Approved')
  await as(approved)`select public.confirm_new_pin()`
  await as(agent)`select public.approve_users(${[approved.id]})`
  await as(approved)`
    update public.profiles set notification_email = 'alan@test.example', address_line_1 = '1 High Street', address_line_2 = 'Flat 2',
      town = 'Leeds', postcode = 'LS1 1AA' where id = ${approved.id}`
  await as(agent)`select public.record_user_view(${approved.id}, 'asked')`
  await as(agent)`select public.add_user_note(${approved.id}, 'Called to ask about the app')`
}

async function addPins(world: World) {
  const { sql, as, agent } = world
  const [asked, sent, chosen, told] = await world.customers(
    'Fred Forgetful',
    'Fiona Forgetful',
    'Felix Forgetful',
    'Fay Newpin',
  )
  for (const { email } of [asked, sent, chosen])
    await visitor(world, (db) => db`select public.request_pin_reset(${email})`)
  await runJob(sql, 'tell-of-pin-requests')
  for (const { id } of [sent, chosen]) await as(agent)`select public.send_pin_to_inbox(${id})`
  const mails = await as('service_role')<{ recipient_email: string; pin_token: string | null }[]>`
    select recipient_email, pin_token from public.take_due_mails()`
  const token = mails.find((mail) => mail.recipient_email === chosen.email && mail.pin_token !== null)?.pin_token
  const pin = await unusedPin(sql)
  await visitor(world, (db) => db`select public.choose_new_pin(${token ?? ''}, ${pin}, ${randomUUID()})`)
  await as(agent)`select public.give_random_pin(${told.id})`
  await as(agent)`select public.record_pin_view(${told.id}, true)`
  // The address is locked.
  for (let attempt = 0; attempt < 5; attempt += 1)
    await visitor(world, (db) => db`select public.get_email_by_pin('00000', null, ${told.email})`)
  await visitor(world, (db) => db`select public.report_known_address(${told.email})`)
  await runJob(sql, 'tell-known-addresses')
  const again = await world.customer('Kit Known')
  await visitor(world, (db) => db`select public.report_known_address(${again.email})`)
  await visitor(world, (db) => db`select public.report_shown_error('ABCDEF', 'TypeError', '/')`)
}

async function addDevices({ sql, as, customer }: World) {
  const person = await customer('Dora Devices')
  const [phone, laptop] = [deviceToken('phone of Dora'), deviceToken('laptop of Dora')]
  await setDeviceBinding(sql, 'all')
  await recogniseDevice(sql, person, phone)
  await sql`update private.seen_browsers set created_at = now() - interval '90 days' where user_id = ${person.id}`
  const later = await signInAgain(sql, person)
  await recogniseDevice(sql, later, laptop)
  const { code } = await issueCode(sql, later, false, laptop)
  await confirmDevice(sql, later, laptop, code === '000000' ? '111111' : '000000')
  await confirmDevice(sql, later, laptop, code)
  await ageCodes(sql, person, '2 minutes')
  const unknown = await signInAgain(sql, person)
  await recogniseDevice(sql, unknown, deviceToken('tablet of Dora'))
  await issueCode(sql, unknown, false, phone)
  await setDeviceBinding(sql, 'off')
  await as(person)`select public.touch_session(${phone})`
  await as(person)`select public.set_payment_limit('1000')`
  await as(person)`select public.set_payment_limit('2000')`
}

async function addPasskeys({ sql, as, agent, customer }: World) {
  const person = await customer('Pia Passkey')
  const phone = deviceToken('phone of Pia')
  await recogniseDevice(sql, person, phone)
  const pin = await pinOf(sql, person)
  await as(person)`select public.enter_my_pin(${pin})`
  const { code } = await issueCode(sql, person, true, phone)
  await as(person)`select public.enter_device_code(${phone}, ${code})`
  await as(person)`select public.start_adding_passkey()`
  const credential = await givePasskey(sql, person)
  const removed = await givePasskey(sql, person, 'Old laptop')
  const [old] = await sql<{ id: string }[]>`select id from private.passkeys where credential_id = ${removed}`
  await as(person)`select public.enter_my_pin(${pin})`
  await as(person)`select public.remove_passkey(${old?.id ?? ''}, false)`
  await sql`update private.passkeys set created_at = now() - interval '30 days' where user_id = ${person.id}`
  const [signIn] = await as('anon')<{ challenge: string }[]>`select public.start_passkey_sign_in() as challenge`
  const [user] = await sql<{ handle: string }[]>`select private.passkey_user_handle(${person.id}) as handle`
  await as('service_role')`
    select public.use_passkey(${signIn?.challenge ?? ''}, ${credential}, 0, ${user?.handle ?? ''}, ${deviceToken('tablet of Pia')})`
  await as(person)`select public.set_passkey_amount('100')`
  const lost = await customer('Lola Lostkey')
  await givePasskey(sql, lost, 'Lost phone')
  const [key] = await sql<{ id: string }[]>`select id from private.passkeys where user_id = ${lost.id}`
  await as(agent)`select public.request_passkey_removal(${lost.id}, ${key?.id ?? ''}, 'Lost the phone')`
  await as(person)`select public.freeze_my_account()`
  await answerChallenge(sql, await startApproval(sql, person, 'unfreeze'), credential)
  await as(person)`select public.ask_to_unfreeze()`
}

async function addPush({ sql, as, customers }: World) {
  await sql`update private.settings set push_public_key = 'the public key of the bank' where only_row`
  const [told, quiet] = await customers('Pat Push', 'Quentin Quiet')
  const subscribe = async (person: Person, token: string) => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
    const subscription = { endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`, keys }
    await as(person)`
      select public.save_push_subscription(${token}, ${JSON.stringify(subscription)}::text::jsonb, 'the public key of the bank')`
  }
  await setDeviceBinding(sql, 'all')
  await recogniseDevice(sql, told, deviceToken('phone of Pat'))
  await setDeviceBinding(sql, 'off')
  await subscribe(told, deviceToken('phone of Pat'))
  await subscribe(quiet, deviceToken('phone of Quentin'))
  await as(quiet)`select public.stop_push(${deviceToken('phone of Quentin')})`
  const ways = ['money_in', 'money_out', 'card', 'low_balance', 'agent']
  await as(told)`select public.choose_notifications(${ways}, ${ways}, ${ways}, true, '5000')`
  await payAs(sql, told, { ...payeeAt(quiet), amount: '25.00', reference: 'LUNCH' })
  await sql`update private.push_event_scan set scanned_to = now() - interval '1 hour' where only_row`
  await runJob(sql, 'owe-push-events')
}

async function addCare({ as, customers }: World) {
  const [many, own] = await customers('Nina Needs', 'Noel Needs')
  for (const need of ['more_time', 'simple', 'no_calls', 'helper', 'gambling', 'money_worries'])
    await as(many)`select public.set_support_need(${need}, true)`
  await as(many)`select public.set_support_need('gambling', false)`
  await as(own)`select public.set_support_need('own_words', true, 'Please write slowly')`
}

async function addCalls({ sql, as, agent, second, customers }: World) {
  const [running, ended, reported, stopped, wrong, late] = await customers(
    'Cal Called',
    'Cem Called',
    'Col Called',
    'Cyd Called',
    'Cora Called',
    'Cyr Called',
  )
  const idOf = async ({ id }: Person) =>
    (await sql<{ id: string }[]>`select id from private.calls where user_id = ${id}`)[0]?.id ?? ''
  // A call ends the one before it.
  const start = ({ id }: Person) => as(agent)`select public.start_call(${id})`
  await start(ended)
  await as(agent)`select public.end_call(${await idOf(ended)})`
  await start(reported)
  await as(reported)`select public.report_call(${await idOf(reported)})`
  await start(stopped)
  await as(second)`select public.suspend_user(${stopped.id}, 'fraud', 'What were your payments for?')`
  const enter = async (person: Person, code: string) => {
    await as(second)`select public.start_call(${person.id})`
    await as(second)`select public.enter_identity_code(${person.id}, ${code})`
  }
  const make = async (person: Person) =>
    (await as(person)<{ code: string }[]>`select public.make_identity_code() ->> 'code' as code`)[0]?.code ?? ''
  await enter(running, await make(running))
  await enter(wrong, 'none')
  const code = await make(late)
  await sql`update private.identity_codes set created_at = now() - interval '3 minutes' where user_id = ${late.id}`
  await enter(late, code)
  // The agent of this call loses the right to make it.
  await sql`update private.calls set ended_at = now(), ended_as = 'right' where user_id = ${late.id}`
}

async function addFrozen({ sql, as, agent, second, customer, approve }: World) {
  const byLink = await customer('Lin Link')
  await sql`update private.due_mails set sent_at = now() where sent_at is null`
  await as(byLink)`select public.set_undo_window('30')`
  const mails = await as('service_role')<{ recipient_email: string; freeze_token: string | null }[]>`
    select recipient_email, freeze_token from public.take_due_mails()`
  const token = mails.find(({ recipient_email: to }) => to === byLink.email)?.freeze_token
  await as('anon')`select public.freeze_by_link(${token ?? ''})`
  const byStaff = await customer('Uma Unfrozen')
  await as(byStaff)`select public.freeze_my_account()`
  await as(agent)`select public.request_approval('unfreeze', ${byStaff.id}, 'Called and asked for it')`
  await approve(second)
  const withCode = await signInAgain(sql, byLink)
  await issueCode(sql, withCode)
  const lost = await customer('Lou Lost')
  await as(agent)`select public.request_new_address(${lost.id}, 'lou@new.example', 'Mailbox closed')`
  await approve(second)
}
