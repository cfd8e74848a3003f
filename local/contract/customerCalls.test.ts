import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp, type App } from './app'
import { newCustomer, pay, type Customer } from './customers'

const deviceToken = '0'.repeat(64)
const tomorrow = () => new Date(Date.now() + 864e5).toISOString()

let app: App
let ada: Customer
let ben: Customer

beforeAll(async () => {
  app = await openApp()
  ada = await newCustomer(app, app.database, 'Ada Payer')
  ben = await newCustomer(app, app.database, 'Ben Payee')
})
afterAll(() => app.close())

test('a new user reads the PIN until they have saved it, and signs in with it after the approval', async () => {
  const newUser = createClient(app.apiUrl, app.publishableKey, { auth: { persistSession: false } })
  const email = `contract-${crypto.randomUUID()}@fernbank.example`
  const { data } = await newUser.auth.signUp({ email, password: crypto.randomUUID() })
  expect((await newUser.rpc('has_new_pin').throwOnError()).data).toBe(true)
  expect((await newUser.rpc('get_my_new_pin').throwOnError()).data).toBeNull()
  expect((await newUser.rpc('record_new_pin_view')).error).toBeNull()
  const pin: unknown = (await newUser.rpc('get_my_new_pin').throwOnError()).data
  expect(pin).toMatch(/^\d{5}$/)
  expect((await newUser.rpc('confirm_new_pin')).error).toBeNull()
  expect((await newUser.rpc('has_new_pin').throwOnError()).data).toBe(false)
  await app.database`update public.profiles set approved = true where id = ${data.user?.id ?? ''}`

  const visitor = createClient(app.apiUrl, app.publishableKey, { auth: { persistSession: false } })
  const found = (await visitor.rpc('get_email_by_pin', { user_pin: pin }).throwOnError()).data
  expect(found).toEqual([{ user_email: email, user_approved: true }])
  const signedIn = await visitor.auth.signInWithPassword({ email, password: `${String(pin)}0` })
  expect(signedIn.error).toBeNull()
  expect((await visitor.rpc('touch_session').throwOnError()).data).toBe(true)
  expect((await visitor.auth.signOut({ scope: 'local' })).error).toBeNull()
})

test('a customer changes their PIN', async () => {
  const { supabase, id } = await newCustomer(app, app.database, 'Cass Changer')
  const [row] = await app.database<{ pin: string }[]>`select private.read_pin(${id}) as pin`
  const refused = await supabase.rpc('change_my_pin', {})
  expect(refused).toMatchObject({ status: 403, error: { code: 'PT403', hint: 'field:currentPin' } })
  expect(await supabase.rpc('enter_my_pin', { p_pin: row?.pin })).toMatchObject({ status: 204, error: null })
  const chosen = row?.pin === '40718' ? '40817' : '40718'
  expect((await supabase.rpc('change_my_pin', { p_new_pin: chosen }).throwOnError()).data).toBe(chosen)
  expect((await supabase.rpc('change_my_pin', {}).throwOnError()).data).toMatch(/^\d{5}$/)
})

test('a customer reads who looked at their account, with the hashes of the chain', async () => {
  const { supabase } = ben
  expect((await supabase.rpc('list_account_looks', { p_limit: 20 }).throwOnError()).data).toEqual([])
  const chain = await supabase.rpc('get_audit_hashes', { p_places: [1] }).throwOnError()
  expect(chain.data).toMatchObject({ rows: [{ place: 1, hash: expect.stringMatching(/^[\da-f]{64}$/) }] })
})

test('a session proves its device', async () => {
  const { supabase } = ben
  const { data } = await supabase.rpc('recognise_device', { p_device_token: deviceToken }).single().throwOnError()
  expect(data).toMatchObject({ state: expect.any(String) })
  expect((await supabase.rpc('list_devices').throwOnError()).data).toEqual([])
  await app.database`update private.settings set device_binding = 'all' where only_row`
  const mailed = await supabase.functions.invoke('send-device-code', { body: {} })
  await app.database`update private.settings set device_binding = 'off' where only_row`
  expect(mailed).toMatchObject({ data: { sent: true }, error: null })
})

test('a session asks for challenges of passkeys', async () => {
  const { supabase, id } = ben
  const profile = await supabase
    .from('profiles')
    .select('passkey_state,approve_above,change_marks')
    .eq('id', id)
    .single()
    .throwOnError()
  expect(profile.data).toEqual({
    passkey_state: 'none',
    approve_above: 250,
    change_marks: expect.objectContaining({ cards: expect.any(String), chat_messages: null }),
  })
  expect((await supabase.rpc('list_passkeys').throwOnError()).data).toEqual([])
  const { data: challenge } = await supabase.rpc('start_passkey_sign_in').throwOnError()
  expect(challenge).toMatch(/^[\w-]{43}$/)
  const unread = { context: { status: 400 } }
  expect((await supabase.functions.invoke('add-passkey', { body: {} })).error).toMatchObject(unread)
  expect((await supabase.functions.invoke('use-passkey', { body: {} })).error).toMatchObject(unread)
})

test('a customer chooses what they are told about, and on which devices', async () => {
  const { supabase } = ben
  const device = { p_device_token: deviceToken }
  const choices = (await supabase.rpc('get_notification_choices').single().throwOnError()).data
  expect(choices).toMatchObject({ push: expect.arrayContaining(['money_in']), low_balance: null })
  const chosen = {
    p_push: ['card'],
    p_mail: [],
    p_mailbox: ['money_in'],
    p_shows_amounts: true,
    p_low_balance: '50.00',
  }
  expect((await supabase.rpc('choose_notifications', chosen)).error).toBeNull()
  expect((await supabase.rpc('get_notification_choices').single().throwOnError()).data).toMatchObject({
    push: ['card'],
    low_balance: 50,
  })
  expect((await supabase.rpc('list_push_devices', device).throwOnError()).data).toEqual([])
})

test('a signed-in app has the due mails of all users sent', async () => {
  const sent = await ada.supabase.functions.invoke('send-due-mails', { body: {} })
  expect(sent).toMatchObject({ data: { sent: expect.any(Number) }, error: null })
})

test('a customer reads and changes their own profile and card', async () => {
  const { supabase, id } = ada
  expect((await supabase.rpc('set_display_name', { p_full_name: 'Ada Lovelace' })).error).toBeNull()
  const changed = await supabase.from('profiles').update({ notification_email: ada.email }).eq('id', id).select('id')
  expect(changed).toMatchObject({ data: [{ id }], error: null })
  const { data } = await supabase.from('profiles').select('full_name').eq('id', id).single().throwOnError()
  expect(data).toEqual({ full_name: 'Ada Lovelace' })
  expect((await supabase.rpc('record_card_reveal', { p_secret: 'card_number' })).error).toBeNull()
  expect((await supabase.rpc('get_my_card_secret', { p_secret: 'card_number' }).throwOnError()).data).toMatch(
    /^4659\d{12}$/,
  )
})

test('a customer manages their card', async () => {
  const { supabase, id } = ada
  const current = () =>
    supabase
      .from('cards')
      .select('id, status')
      .eq('user_id', id)
      .in('status', ['active', 'frozen'])
      .single()
      .throwOnError()
  const card = String((await current()).data?.id)
  const [stored] = await app.database<{ pin: string }[]>`select private.read_pin(${id}) as pin`
  const reveal = async (securityPin: unknown) =>
    (await supabase.rpc('record_card_reveal', { p_secret: 'card_pin', p_security_pin: securityPin }).throwOnError())
      .data
  expect(await reveal('00000')).toBe(false)
  expect(await reveal(stored?.pin)).toBe(true)
  expect((await supabase.rpc('get_my_card_secret', { p_secret: 'card_pin' }).throwOnError()).data).toMatch(/^\d{4}$/)
  await supabase
    .rpc('set_card_controls', { p_card_id: card, p_gambling: false, p_daily_limit: '300.00' })
    .throwOnError()
  await supabase.rpc('set_card_frozen', { p_card_id: card, p_frozen: true }).throwOnError()
  expect((await current()).data).toEqual({ id: card, status: 'frozen' })
  const [renewal] = await app.database<{ id: string }[]>`
    select private.renew_card(${card}, expires_on::timestamptz) as id from public.cards where id = ${card}`
  await supabase.rpc('activate_card', { p_card_id: renewal?.id ?? '' }).throwOnError()
  expect((await current()).data).toEqual({ id: renewal?.id, status: 'frozen' })
  await supabase.rpc('replace_card', { p_card_id: renewal?.id ?? '', p_reason: 'lost' }).throwOnError()
  expect((await current()).data).toEqual({ id: expect.not.stringMatching(renewal?.id ?? ''), status: 'active' })
  expect((await supabase.rpc('list_card_payments').throwOnError()).data).toEqual([])
})

test('a customer says how the bank can help', async () => {
  const { supabase, id } = ada
  const words = { p_need: 'own_words', p_is_on: true, p_own_words: 'I lip-read.' }
  await supabase.rpc('set_support_need', words).throwOnError()
  await supabase.rpc('keep_support_needs').throwOnError()
  expect((await supabase.rpc('list_my_support_needs').throwOnError()).data).toEqual([
    { need: 'own_words', own_words: 'I lip-read.', ends_at: null, is_asked: false },
  ])
  const { data: profile } = await supabase.from('profiles').select('support_needs').eq('id', id).single().throwOnError()
  expect(profile).toEqual({ support_needs: ['own_words'] })
})

test('a customer hides the messages of a sender, and shows them again', async () => {
  await pay(ben, ada, 1, 'Read this')
  const { data: rows } = await ada.supabase
    .from('transactions')
    .select('id, from_sort_code, from_account_number')
    .eq('reference', 'Read this')
    .eq('incoming', true)
    .throwOnError()
  const id = String(rows[0]?.id)
  expect((await ada.supabase.rpc('report_message', { p_transaction_id: id })).error).toBeNull()
  expect((await ada.supabase.rpc('hide_sender', { p_transaction_id: id }).throwOnError()).data).toBe(true)
  expect((await ada.supabase.rpc('get_covered_text', { p_transaction_id: id }).throwOnError()).data).toEqual({
    reference: 'Read this',
    payer_name: null,
  })
  const { data: senders } = await ada.supabase.rpc('list_hidden_senders').throwOnError()
  const account = { p_sort_code: String(senders[0]?.sort_code), p_account_number: String(senders[0]?.account_number) }
  expect((await ada.supabase.rpc('show_sender', account).throwOnError()).data).toBe(true)
})

test('a customer pays, and reads, searches and adds up the payments', async () => {
  const { supabase, id } = ada
  const readBalance = async () =>
    (await supabase.from('accounts').select('balance').eq('user_id', id).single().throwOnError()).data.balance
  const before = await readBalance()
  await pay(ada, ben, 12.5, 'Lunch')
  const { data: rows } = await supabase
    .from('transactions')
    .select('id, amount')
    .eq('user_id', id)
    .eq('reference', 'Lunch')
    .throwOnError()
  expect(rows).toHaveLength(1)
  const transaction = String(rows?.[0]?.id)
  const { data: after } = await supabase.rpc('get_balance_after', { p_transaction_id: transaction }).throwOnError()
  expect(after).toBe(before - 12.5)
  const { data: found } = await supabase.rpc('search_transactions', { p_text: 'lunch' }).throwOnError()
  expect(found).toEqual([expect.objectContaining({ id: transaction })])
  expect(await readBalance()).toBe(before - 12.5)

  const { data: months } = await supabase.rpc('get_statement_months').throwOnError()
  expect(months).toHaveLength(1)
  const [now] = await app.database`
    select to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as today`
  const days = { p_from: now?.today, p_until: now?.today }
  expect((await supabase.rpc('get_statement', days).throwOnError()).data).not.toBeNull()
  expect((await supabase.rpc('get_current_account').throwOnError()).data).toMatchObject([{ pending: 0 }])
  expect((await supabase.rpc('get_insights').throwOnError()).data).not.toBeNull()
  await supabase.rpc('set_category', { p_transaction_id: transaction, p_category: 'food_and_drink' }).throwOnError()
  expect((await supabase.rpc('get_spending_by_category').throwOnError()).data).toEqual([
    { category: 'food_and_drink', spent: 12.5, spent_before: 0, has_external: false },
  ])
  expect((await supabase.rpc('get_spending_by_payee').throwOnError()).data).toEqual([
    expect.objectContaining({ spent: 12.5, spent_before: 0, has_external: false }),
  ])

  const otherAccount = crypto.randomUUID()
  const fileRows = ['10', '9', '8'].map((key) => ({
    key,
    day: `2026-10-${key.padStart(2, '0')}`,
    amount: '-1.50',
    description: key,
  }))
  const imported = {
    p_account_id: otherAccount,
    p_name: 'Other bank',
    p_transactions: fileRows,
    p_balance: '-12.34',
    p_balance_day: '2026-10-10',
  }
  expect((await supabase.rpc('import_external_transactions', imported).throwOnError()).data).toBe(3)
  expect((await supabase.rpc('import_external_transactions', imported).throwOnError()).data).toBe(0)
  const { data: others } = await supabase
    .from('external_accounts')
    .select('id, transaction_count, last_day, balance, balance_day, in_insights')
    .throwOnError()
  expect(others).toEqual([
    {
      id: otherAccount,
      transaction_count: 3,
      last_day: '2026-10-10',
      balance: -12.34,
      balance_day: '2026-10-10',
      in_insights: false,
    },
  ])
  await supabase.rpc('count_in_insights', { p_account_id: otherAccount, p_in_insights: true }).throwOnError()
  const { data: counted } = await supabase
    .from('external_accounts')
    .select('name')
    .eq('user_id', id)
    .eq('in_insights', true)
    .throwOnError()
  expect(counted).toEqual([{ name: 'Other bank' }])
  const { data: earlier } = await supabase
    .from('external_transactions')
    .select('key')
    .eq('account_id', otherAccount)
    .lte('day', '2026-10-09')
    .or('day.lt.2026-10-09,key.lt."9"')
    .order('day', { ascending: false })
    .throwOnError()
  expect(earlier).toEqual([{ key: '8' }])
  await supabase.from('external_accounts').delete().eq('id', otherAccount).throwOnError()

  const { data: payees } = await supabase.from('recipients').select('id').eq('user_id', id).throwOnError()
  expect(payees).toHaveLength(1)
  expect((await supabase.from('recipients').delete().eq('id', payees?.[0]?.id)).error).toBeNull()
  const { data: notes } = await supabase.from('user_notifications').select('id').eq('user_id', id).throwOnError()
  expect(
    (
      await supabase
        .from('user_notifications')
        .update({ read: true })
        .in(
          'id',
          (notes ?? []).map((note) => String(note.id)),
        )
    ).error,
  ).toBeNull()
  expect((await supabase.from('transactions').delete().eq('id', transaction)).error).toBeNull()
})

test('a customer schedules a payment and deletes it', async () => {
  const { supabase, id } = ada
  await supabase
    .rpc('schedule_payment', {
      p_request_id: crypto.randomUUID(),
      p_amount: '12.50',
      p_from_name: 'Employer',
      p_scheduled_for: tomorrow(),
    })
    .throwOnError()
  const { data: payments } = await supabase
    .from('scheduled_payments')
    .select('id, amount')
    .eq('user_id', id)
    .throwOnError()
  expect(payments).toMatchObject([{ amount: 12.5 }])
  const deleted = await supabase.from('scheduled_payments').delete().eq('id', payments?.[0]?.id).select('id')
  expect(deleted.data).toHaveLength(1)
})

test('an administrator with financial support sets their balance and adds a transaction', async () => {
  const { supabase, id } = await app.newStaff('Fin Support', 'admin', ['financial_support'])
  expect((await supabase.rpc('edit_current_account_balance', { p_new_balance: '77.70' })).error).toBeNull()
  const added = await supabase.rpc('add_manual_transaction', {
    p_recipient: 'Shop',
    p_amount: '7.70',
    p_request_id: crypto.randomUUID(),
  })
  expect(added.error).toBeNull()
  const { data } = await supabase.from('accounts').select('balance').eq('user_id', id).single().throwOnError()
  expect(data).toEqual({ balance: 70 })
})
