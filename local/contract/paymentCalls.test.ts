import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp, type App } from './app'
import { newCustomer, pay, type Customer } from './customers'

const dayAhead = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)

let app: App
let ada: Customer
let ben: Customer

beforeAll(async () => {
  app = await openApp()
  ada = await newCustomer(app, app.database, 'Ada Payer')
  ben = await newCustomer(app, app.database, 'Ben Payee')
})
afterAll(() => app.close())

function toBen() {
  const { sortCode, accountNumber } = ben.account
  return {
    p_request_id: crypto.randomUUID(),
    p_payment: {
      to_name: ben.name,
      to_sort_code: sortCode,
      to_account_number: accountNumber,
      amount: '5.00',
      reference: 'Rent',
    },
  }
}

test('a customer checks a payee, and edits and reports one', async () => {
  const { supabase, id } = ada
  const check = crypto.randomUUID()
  const asked = await supabase.rpc('check_payee', {
    p_check_id: check,
    p_name: ben.name,
    p_sort_code: ben.account.sortCode,
    p_account_number: ben.account.accountNumber,
    p_account_type: 'personal',
  })
  expect(asked.error).toBeNull()
  // No other bank is asked for the name on an account here.
  const { name, account } = ben
  const body = { checkId: check, name, ...account, accountType: 'personal' }
  expect((await supabase.functions.invoke('check-payee', { body })).error).toBeNull()
  expect((await supabase.rpc('get_payee_check', { p_check_id: check })).error).toBeNull()

  await pay(ada, ben, 1, 'First')
  const { data: payees } = await supabase.from('recipients').select('id').eq('user_id', id).throwOnError()
  const changed = { p_id: payees?.[0]?.id, p_name: 'Benjamin', p_nickname: 'Ben', p_is_favourite: true }
  expect((await supabase.rpc('edit_recipient', changed)).error).toBeNull()
  const { data: rows } = await supabase.from('transactions').select('id').eq('user_id', id).throwOnError()
  expect((await supabase.rpc('report_scam', { p_transaction_id: rows?.[0]?.id })).error).toBeNull()
})

test('a customer claims for a payment, and follows the case', async () => {
  const { supabase, id } = ada
  await pay(ada, ben, 3, 'Third')
  const { data: rows } = await supabase.from('transactions').select('id').eq('user_id', id).throwOnError()
  const payment = { p_transaction_id: rows?.[0]?.id }
  const answers = { p_kind: 'unauthorised', p_reached: 'lost', p_said: 'Not mine' }
  expect((await supabase.rpc('save_claim', { ...payment, ...answers })).error).toBeNull()
  expect(await supabase.rpc('get_claim', payment)).toMatchObject({ data: { case_id: null, said: 'Not mine' } })
  const { data: caseId } = await supabase.rpc('send_claim', payment).throwOnError()
  expect((await supabase.rpc('answer_case', { p_case_id: caseId, p_answer: 'And more' })).error).toBeNull()
  expect(await supabase.rpc('list_my_cases')).toMatchObject({ data: [{ id: caseId, kind: 'unauthorised' }] })
  expect(await supabase.rpc('get_my_case', { p_case_id: caseId })).toMatchObject({ data: { decision: null } })
  const complaint = { p_topic: 'payment', p_said: 'It took long', p_transaction_id: rows?.[0]?.id }
  const { data: complaintId } = await supabase.rpc('open_complaint', complaint).throwOnError()
  const reopening = { p_case_id: complaintId, p_said: 'And again' }
  expect(await supabase.rpc('reopen_complaint', reopening)).toMatchObject({ error: { hint: 'still-open' } })
})

test('no other bank takes part in a payment between customers, so it cannot be recalled', async () => {
  const { supabase, id } = ada
  await pay(ada, ben, 2, 'Second')
  const { data: rows } = await supabase.from('transactions').select('id').eq('user_id', id).throwOnError()
  const payment = { p_transaction_id: rows?.[0]?.id }
  expect(await supabase.rpc('get_bank_payment', payment)).toMatchObject({ data: [], error: null })
  expect(await supabase.rpc('recall_payment', { ...payment, p_reason: 'mistake' })).toMatchObject({
    error: { hint: 'transaction-gone' },
  })
})

test('a customer reads and sets their payment limit, and asks which warnings a payment needs', async () => {
  const { supabase } = ada
  const { data: limit } = await supabase.rpc('get_payment_limit').single().throwOnError()
  expect(limit).toMatchObject({ daily_limit: 25000, next_limit: null })
  expect((await supabase.rpc('set_payment_limit', { p_limit: '20000.00' })).error).toBeNull()
  const { sortCode, accountNumber } = ben.account
  const payment = { p_name: ben.name, p_sort_code: sortCode, p_account_number: accountNumber, p_amount: '5.00' }
  expect((await supabase.rpc('assess_payment', payment).throwOnError()).data).toEqual([])
})

test('a customer schedules a payment and cancels it', async () => {
  const { supabase, id } = ada
  await supabase.rpc('schedule_outgoing_payment', { ...toBen(), p_send_on: dayAhead(5) }).throwOnError()
  expect((await supabase.rpc('list_upcoming_payments', { p_days: 30 }).throwOnError()).data).toHaveLength(1)
  const { data } = await supabase.from('outgoing_payments').select('id').eq('user_id', id).throwOnError()
  const them = { p_id: data?.[0]?.id }
  const changed = await supabase.rpc('change_outgoing_payment', {
    ...them,
    p_payment: { amount: 7 },
    p_send_on: dayAhead(6),
  })
  expect([changed.error, changed.data]).toEqual([null, dayAhead(6)])
  expect((await supabase.rpc('keep_payment', them)).error).toBeNull()
  expect((await supabase.rpc('cancel_outgoing_payment', them)).error).toBeNull()
})

test('a customer creates, changes, pauses, resumes and cancels a regular payment', async () => {
  const { supabase, id } = ada
  const rhythm = { p_frequency: 'monthly', p_starts_on: dayAhead(5), p_payment_count: 3 }
  expect((await supabase.rpc('preview_regular_payment', rhythm)).error).toBeNull()
  await supabase.rpc('create_regular_payment', { ...toBen(), ...rhythm }).throwOnError()
  const { data } = await supabase
    .from('regular_payments')
    .select('id, outgoing_payments(id, send_at)')
    .eq('user_id', id)
    .eq('outgoing_payments.state', 'scheduled')
    .throwOnError()
  expect(data?.[0]?.outgoing_payments).toHaveLength(1)
  const them = { p_id: data?.[0]?.id }
  const next = { p_id: data?.[0]?.outgoing_payments[0]?.id }
  const steps = [
    await supabase.rpc('change_regular_payment', { ...them, p_amount: 6, p_payment_count: 2 }),
    await supabase.rpc('cancel_outgoing_payment', next),
    await supabase.rpc('undo_skip', next),
    await supabase.rpc('set_regular_payment_state', { ...them, p_state: 'paused' }),
    await supabase.rpc('set_regular_payment_state', { ...them, p_state: 'active' }),
    await supabase.rpc('set_regular_payment_state', { ...them, p_state: 'cancelled' }),
  ]
  expect(steps.map(({ error }) => error)).toEqual(steps.map(() => null))
})

test('a customer undoes a payment in its undo window, or sends it at once', async () => {
  const { supabase, id } = ada
  await supabase.rpc('set_undo_window', { p_seconds: 30 }).throwOnError()
  const held = async () => {
    await pay(ada, ben, 2, 'Held')
    const { data } = await supabase
      .from('outgoing_payments')
      .select('id')
      .eq('user_id', id)
      .eq('state', 'held')
      .throwOnError()
    const heldId: unknown = data?.[0]?.id
    return { p_id: heldId }
  }
  const first = await held()
  expect((await supabase.rpc('list_held_payments').throwOnError()).data).toHaveLength(1)
  expect((await supabase.rpc('undo_payment', first)).error).toBeNull()
  expect((await supabase.rpc('send_held_payment', await held())).error).toBeNull()
})

// A filter on the answer runs while the function holds the lock of the payee.
test('no request can match a pattern against the answer of a payment', async () => {
  const { supabase } = ada
  const slow = String.raw`^(.+)(.+)(.+)(.+)(.+)(.+)\6\5\4$`
  const before = await supabase.from('accounts').select('balance').eq('user_id', ada.id).single().throwOnError()
  const { p_request_id, p_payment } = toBen()
  const payment = { p_request_id, p_payment: { ...p_payment, to_name: 'Q'.repeat(140) } }
  const codeOf = async (column: string, operator: string) =>
    (await supabase.rpc('make_payment', payment).filter(column, operator, slow)).error?.code
  for (const column of ['state', 'amount', 'internal', 'transaction_id', 'created_at'])
    for (const operator of ['match', 'imatch', 'like', 'ilike'])
      expect([column, operator, await codeOf(column, operator)]).toEqual([column, operator, '42883'])
  for (const name of ['undo_payment', 'send_held_payment']) {
    const { error } = await supabase.rpc(name, { p_id: crypto.randomUUID() }).filter('pgrst_scalar', 'match', slow)
    expect(error?.code).toBe('42883')
  }
  const after = await supabase.from('accounts').select('balance').eq('user_id', ada.id).single().throwOnError()
  expect(after.data).toEqual(before.data)
})
