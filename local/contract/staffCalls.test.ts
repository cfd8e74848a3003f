import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openApp, type App } from './app'
import { newCustomer, pay, type Customer } from './customers'

let app: App
let ada: Customer
let ben: Customer
let admin: Customer
let superAdmin: Customer

beforeAll(async () => {
  app = await openApp()
  ada = await newCustomer(app, app.database, 'Ada Payer')
  ben = await newCustomer(app, app.database, 'Ben Payee')
  admin = await app.newStaff('Al Admin', 'admin', ['approve_users', 'view_transactions', 'repair_transactions'])
  superAdmin = await app.newStaff('Sue Super', 'super_admin')
})
afterAll(() => app.close())

test('a user administrator reads the users', async () => {
  const { supabase } = admin
  const counts = await supabase.rpc('count_users').single().throwOnError()
  expect(counts.data).toMatchObject({ approved: expect.any(Number) })
  const list = crypto.randomUUID()
  await supabase
    .rpc('record_user_list', { p_list_id: list, p_approved: true, p_search: ada.email, p_limit: 10 })
    .throwOnError()
  const users = await supabase.rpc('list_users', { p_list_id: list }).throwOnError()
  expect(users.data).toMatchObject([{ id: ada.id, has_pin: true }])

  await ada.supabase.rpc('request_pin_reset', { p_email: ada.email }).throwOnError()
  expect((await ada.supabase.rpc('report_known_address', { p_email: ada.email })).status).toBe(204)
  const shown = { p_reference: 'CNTRCT', p_kind: 'TypeError', p_screen: '/cards' }
  expect((await ada.supabase.rpc('report_shown_error', shown)).status).toBe(204)
  const requests = crypto.randomUUID()
  await supabase.rpc('record_pin_request_list', { p_list_id: requests }).throwOnError()
  const asked = await supabase.rpc('list_pin_reset_requests', { p_list_id: requests }).throwOnError()
  expect(asked.data).toEqual(expect.arrayContaining([expect.objectContaining({ user_id: ada.id })]))
})

test('a user administrator changes a user', async () => {
  const { supabase } = admin
  const { id } = await newCustomer(app, app.database, 'Cy Changed')
  const them = { p_user_id: id }
  const change = { ...them, p_full_name: 'Ada King' }
  const steps = [
    await supabase.rpc('approve_users', { p_user_ids: [id] }),
    await supabase.rpc('suspend_user', { ...them, p_cause: 'inquiry', p_message: 'A check is running' }),
    await supabase.rpc('restore_user', them),
    await supabase.rpc('record_user_view', { ...them, p_reason: 'asked' }),
    await supabase.rpc('preview_deletion', them),
    await supabase.rpc('get_user_page', them),
    await supabase.rpc('end_user_sessions', them),
    await supabase.rpc('remove_user_device', { ...them, p_device_id: crypto.randomUUID(), p_reason: 'Lost' }),
    await supabase.rpc('add_user_note', { ...them, p_note: 'Called' }),
    await supabase.rpc('delete_user_note', { p_note_id: crypto.randomUUID() }),
    await supabase.rpc('record_pin_view', them),
    await supabase.rpc('get_user_pin', them),
    await supabase.rpc('update_user', change),
    await supabase.rpc('set_financial_support', { ...them, p_granted: false }),
    await supabase.rpc('record_pin_view', { ...them, p_is_copied: true }),
    await supabase.rpc('send_pin_to_inbox', them),
    await supabase.rpc('resolve_pin_reset_request', them),
    await supabase.rpc('clear_all_notifications'),
  ]
  expect(steps.map(({ error }) => error)).toEqual(steps.map(() => null))
  expect((await supabase.rpc('give_random_pin', them).throwOnError()).data).toMatch(/^\d{5}$/)
})

test('staff read and repair transactions', async () => {
  const { supabase } = admin
  // Another one in each run: an earlier run leaves its rows.
  const reference = `Run ${crypto.randomUUID().slice(0, 8)}`
  await pay(ada, ben, 3, reference)
  const filter = { p_search: reference }
  expect((await supabase.rpc('record_transaction_search', filter)).error).toBeNull()
  const found = await supabase.rpc('list_all_transactions', { ...filter, p_limit: 10 }).throwOnError()
  expect(JSON.stringify(found.data)).toContain(reference)
  expect((await supabase.rpc('total_transactions', filter).throwOnError()).data).toMatchObject({ paid_out: 3 })
  expect((await supabase.rpc('list_payments_to_come', filter).throwOnError()).data).toMatchObject({ payments: [] })
  const changes = { ...filter, p_since: new Date().toISOString(), p_ids: [] }
  expect((await supabase.rpc('follow_transactions', changes).throwOnError()).data).toMatchObject({ states: [] })
  expect((await supabase.rpc('record_export', filter)).error).toBeNull()
  const runId = crypto.randomUUID()
  expect((await supabase.rpc('find_repairs', { p_run_id: runId })).error).toBeNull()
  const { data } = await ada.supabase.from('transactions').select('id').eq('user_id', ada.id).throwOnError()
  const transaction = { p_transaction_id: data?.[0]?.id }
  expect((await supabase.rpc('find_id_kinds', { p_id: data?.[0]?.id })).data).toEqual(['payment'])
  await supabase.rpc('record_transaction_view', transaction).throwOnError()
  expect((await supabase.rpc('get_transaction_details', transaction).throwOnError()).data).toMatchObject({
    payee: { user_id: ben.id },
  })
  expect((await supabase.rpc('reverse_payment', { ...transaction, p_reason: 'Mistake' })).error).toMatchObject({
    hint: 'no-permission',
  })
  const transactionIds = data?.map(({ id }): unknown => id)
  const repaired = await supabase.functions.invoke('repair-transactions', { body: { transactionIds, runId } })
  expect(repaired.error).toBeNull()
  expect((await supabase.rpc('finish_repair_run', { p_run_id: runId, p_outcome: 'complete' })).error).toBeNull()
  const runs = await supabase.rpc('list_repair_runs', { p_limit: 1 }).throwOnError()
  expect(runs.data).toMatchObject([{ id: runId, started_by_name: 'Al Admin', outcome: 'complete' }])
})

test('a suspended customer signs in to read why, writes to an agent and reads statements', async () => {
  const { id, supabase, email } = await newCustomer(app, app.database, 'Sam Suspended')
  const cause = { p_cause: 'inquiry', p_message: 'A check is running' }
  await admin.supabase.rpc('suspend_user', { p_user_id: id, ...cause }).throwOnError()
  expect(await supabase.rpc('get_my_suspension')).toMatchObject({ error: { hint: 'session-ended' } })
  const [pin] = await app.database<{ value: string }[]>`select private.read_pin(${id}) as value`
  await supabase.auth.signInWithPassword({ email, password: `${pin?.value}0` })
  expect(await supabase.rpc('get_my_suspension')).toMatchObject({ error: null, data: { is_delayed: false } })
  expect(await supabase.from('profiles').select('id')).toMatchObject({ data: [] })
  const written = { p_message_id: crypto.randomUUID(), p_message: 'Why?' }
  expect((await supabase.rpc('write_while_suspended', written)).error).toBeNull()
  expect(await supabase.rpc('get_suspended_chat')).toMatchObject({ data: { messages: [{ message: 'Why?' }] } })
  expect((await supabase.rpc('get_statement_months')).error).toBeNull()
  expect(await supabase.rpc('list_my_letters')).toMatchObject({ data: [], error: null })
  // Staff have not asked for a new PIN.
  expect(await supabase.rpc('restore_with_pin', { p_pin: '90817' })).toMatchObject({
    error: { hint: 'pin-not-awaited' },
  })
  await admin.supabase.rpc('restore_user', { p_user_id: id }).throwOnError()
  expect(await supabase.from('profiles').select('id')).toMatchObject({ data: [{ id }] })
})

test('an account is closed by its owner or with notice', async () => {
  const { supabase } = await app.newStaff('Nia', 'admin', ['manage_cases'])
  const owner = await newCustomer(app, app.database, 'Cora Closing')
  const reasons = 'We asked three times for papers, and have not had them.'
  const asked = { p_kind: 'closing', p_user_id: owner.id, p_reason: reasons }
  expect((await supabase.rpc('request_approval', asked)).error).toBeNull()
  const [notice] = await app.database<
    { id: string }[]
  >`select private.give_closing_notice(${owner.id}, ${reasons}) as id`
  const withdrawn = { p_case_id: notice?.id ?? '', p_reason: 'The papers arrived' }
  expect((await supabase.rpc('ask_to_withdraw_closing', withdrawn)).error).toBeNull()
  expect((await owner.supabase.rpc('list_my_letters')).data).toMatchObject([{ id: notice?.id }])
  expect((await owner.supabase.rpc('preview_closing')).error).toBeNull()
  expect(await owner.supabase.rpc('close_my_account')).toMatchObject({ error: { hint: 'field:currentPin' } })
})

test('staff read the statements of a closed account, and ask for a payout of what came in', async () => {
  const desk = await app.newStaff('Pia', 'admin', [
    'approve_users',
    'financial_support',
    'view_transactions',
    'manage_cases',
  ])
  const owner = await newCustomer(app, app.database, 'Olga Closed')
  await app.database`select private.close_account(${owner.id}, 'bank', now())`
  const { supabase } = desk
  await supabase.rpc('record_user_view', { p_user_id: owner.id, p_reason: 'asked' }).throwOnError()
  expect(await supabase.rpc('get_closed_account', { p_user_id: owner.id })).toMatchObject({
    data: { holder_name: 'Olga Closed' },
  })
  const days = { p_from: '2020-01-01', p_until: '2099-12-31' }
  expect(await supabase.rpc('get_closed_statement', { p_user_id: owner.id, ...days })).toMatchObject({
    data: { closing_balance: 0 },
  })
  const check = crypto.randomUUID()
  const payee = { p_name: 'Olga Closed', p_sort_code: '20-00-00', p_account_number: '00000001' }
  await supabase.rpc('check_payee', { p_check_id: check, ...payee }).throwOnError()
  const payout = { p_user_id: owner.id, p_reason: 'Wrote to us', p_check_id: check, ...payee }
  expect((await supabase.rpc('request_payout', payout)).error).toBeNull()
  expect((await supabase.rpc('request_payout', payout)).error).toMatchObject({ hint: 'approval-pending' })
})

test('a user administrator runs the functions for users', async () => {
  expect(await admin.supabase.rpc('reject_users', { p_user_ids: [ada.id], p_reason: 'No' })).toMatchObject({
    error: { hint: 'already-approved' },
  })
  const { functions } = admin.supabase
  const answers = [
    await functions.invoke('send-all-user-pins', { body: { after: null } }),
    await functions.invoke('sync-user-pins', { body: {} }),
    await functions.invoke('delete-user', { body: { userId: ben.id } }),
  ]
  expect(answers.map(({ error }): unknown => error)).toEqual([null, null, null])
  expect((await ben.supabase.auth.getUser()).error).toMatchObject({ code: 'user_not_found' })
})

test('approvers, and no customer, are told when a request is made', async () => {
  const topic = 'staff:approvals'
  const told: unknown[] = []
  const join = async ({ supabase }: Customer) => {
    const channel = supabase.channel(topic, { config: { private: true } })
    channel.on('broadcast', { event: 'changed' }, ({ event }) => told.push(event))
    const status = await new Promise<string>((resolve) => {
      channel.subscribe((reached) => resolve(reached))
    })
    return { status, leave: () => supabase.removeChannel(channel) }
  }
  expect((await join(ada)).status).toBe('CHANNEL_ERROR')
  await ada.supabase.removeAllChannels()
  const approver = await join(superAdmin)
  expect(approver.status).toBe('SUBSCRIBED')
  const asked = { p_kind: 'super_admin', p_user_id: ada.id, p_reason: 'Runs the branch' }
  await superAdmin.supabase.rpc('request_approval', asked).throwOnError()
  await vi.waitFor(() => expect(told).toEqual(['changed']), { timeout: 10_000 })
  await approver.leave()
  await superAdmin.supabase.rpc('record_list_view', { p_list: 'approvals' }).throwOnError()
  const { data } = await superAdmin.supabase.rpc('list_approval_requests').throwOnError()
  await superAdmin.supabase
    .rpc('refuse_request', { p_request_id: data[0]?.id ?? '', p_reason: 'Mistake' })
    .throwOnError()
})

test('those who work on cases, and no customer, join the topic of the cases and read their news', async () => {
  const desk = await app.newStaff('Nora News', 'admin', ['manage_cases'])
  const join = ({ supabase }: Customer) =>
    new Promise<string>((resolve) => {
      supabase.channel('staff:cases', { config: { private: true } }).subscribe((reached) => resolve(reached))
    })
  expect(await join(ada)).toBe('CHANNEL_ERROR')
  await ada.supabase.removeAllChannels()
  expect(await join(desk)).toBe('SUBSCRIBED')
  await desk.supabase.removeAllChannels()
  expect((await desk.supabase.rpc('list_case_news').throwOnError()).data).toEqual([])
})

test('a super administrator changes roles and reads the audit', async () => {
  const { supabase } = superAdmin
  const them = { p_user_id: ada.id }
  const list = crypto.randomUUID()
  await supabase.rpc('record_role_list', { p_list_id: list, p_group: 'user', p_search: ada.email }).throwOnError()
  const people = await supabase.rpc('list_people_by_role', { p_list_id: list }).throwOnError()
  expect(people.data).toMatchObject([{ id: ada.id }])

  await supabase.rpc('make_admin', them).throwOnError()
  const permission = { p_admin_id: ada.id, p_permission: 'manage_chat', p_granted: false }
  await supabase.rpc('set_permission', permission).throwOnError()
  const roles = await ada.supabase.from('user_roles').select('role').eq('user_id', ada.id).throwOnError()
  expect(roles.data).toEqual([{ role: 'admin' }])
  const held = await ada.supabase.from('admin_permissions').select('permission').eq('admin_id', ada.id).throwOnError()
  expect(held.data).not.toContainEqual({ permission: 'manage_chat' })
  await supabase.rpc('revoke_admin', them).throwOnError()
  const asked = { p_kind: 'super_admin', ...them, p_reason: 'Runs the branch' }
  await supabase.rpc('request_approval', asked).throwOnError()
  await supabase.rpc('record_list_view', { p_list: 'approvals' }).throwOnError()
  const waiting = await supabase.rpc('list_approval_requests').throwOnError()
  const request = { p_request_id: waiting.data[0]?.id ?? '' }
  expect((await supabase.rpc('approve_request', request)).error).toMatchObject({ hint: 'own-request' })
  await supabase.rpc('refuse_request', { ...request, p_reason: 'Mistake' }).throwOnError()
  expect((await supabase.rpc('count_approval_requests').throwOnError()).data).toBe(0)
  await supabase.rpc('make_super_admin', them).throwOnError()

  const inForce = await supabase.rpc('get_payment_rules').throwOnError()
  const { rules } = inForce.data as { rules: { name: string; threshold: number | null }[] }
  const draft = rules.map((rule) => ({ ...rule, threshold: rule.name === 'first_payment' ? '400' : rule.threshold }))
  const { data } = await supabase.rpc('try_payment_rules', { p_rules: draft }).throwOnError()
  const trial = data as { id: string; result: { before: object } }
  expect(trial.result.before).toMatchObject({ reviewed: 0 })
  const change = { p_trial_id: trial.id, p_reason: 'Fewer warnings' }
  await supabase.rpc('request_payment_rules', change).throwOnError()
  expect((await supabase.rpc('request_payment_rules', change)).error).toMatchObject({ hint: 'approval-pending' })
  await supabase.rpc('record_list_view', { p_list: 'approvals' }).throwOnError()
  const changes = await supabase.rpc('list_approval_requests').throwOnError()
  expect(changes.data).toMatchObject([{ kind: 'rules', transaction_id: trial.id }])
  await supabase.rpc('refuse_request', { p_request_id: changes.data[0]?.id ?? '', p_reason: 'Mistake' }).throwOnError()

  const audit = await supabase.rpc('list_audit', { p_target: ada.id, p_limit: 5 }).throwOnError()
  expect(audit.data).toEqual(expect.arrayContaining([expect.objectContaining({ person_id: ada.id })]))
  expect((await supabase.rpc('record_audit_export', { p_target: ada.id })).error).toBeNull()
  expect((await supabase.rpc('get_staff_overview').throwOnError()).data).toMatchObject({ chats: null, jobs: [] })
  expect((await supabase.rpc('list_jobs').throwOnError()).data).toContainEqual(
    expect.objectContaining({ name: 'verify-audit-chain', schedule: '* 3 * * *' }),
  )
  expect((await supabase.rpc('list_shown_errors').throwOnError()).data).toEqual(expect.any(Array))
  expect((await supabase.rpc('get_audit_alarm').throwOnError()).data).toBeNull()
  expect((await supabase.rpc('acknowledge_audit_alarm', { p_row_id: 1 }).throwOnError()).data).toBe(false)
  // Null: no row of the chain was changed.
  expect((await supabase.rpc('verify_audit', { p_after: 0 }).single().throwOnError()).data).toEqual({
    broken_row: null,
    verified_until: null,
  })
})
