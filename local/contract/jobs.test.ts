import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openApp, type App } from './app'
import { newCustomer, pay, paymentTo } from './customers'

vi.stubGlobal('WebSocket', WebSocket)

let app: App

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

test('a job sends a payment at the end of its undo window, and its run is recorded', { timeout: 60_000 }, async () => {
  const ada = await newCustomer(app, app.database, 'Ada Payer')
  const ben = await newCustomer(app, app.database, 'Ben Payee')
  await ada.supabase.rpc('set_undo_window', { p_seconds: 10 }).throwOnError()
  await pay(ada, ben, 4, 'Later')
  const rows = () => ben.supabase.from('transactions').select('amount').eq('user_id', ben.id).throwOnError()
  expect((await rows()).data).toEqual([])
  await expect.poll(async () => (await rows()).data, { timeout: 40_000, interval: 500 }).toEqual([{ amount: 4 }])
  const runs = () => app.database`
    select distinct d.status, d.username
    from cron.job_run_details d join cron.job j using (jobid)
    where j.jobname = 'send-held-payments' and d.end_time > now() - interval '1 minute'`
  await expect.poll(runs, { timeout: 15_000 }).toEqual([{ status: 'succeeded', username: 'postgres' }])
})

const jobs = [
  'count-between-banks',
  'delete-closed-users',
  'delete-decided-cases',
  'delete-expired-pin-notes',
  'delete-old-card-signatures',
  'delete-old-due-mails',
  'delete-old-freeze-links',
  'delete-old-job-runs',
  'delete-old-passkey-challenges',
  'delete-old-push-events',
  'delete-old-recorded-reads',
  'delete-old-shown-errors',
  'earn-interest',
  'end-outdated-requests',
  'expire-due-cases',
  'find-missing-credits',
  'forget-removed-payees',
  'make-round-ups',
  'make-waiting-moves',
  'owe-push-events',
  'process-due-scheduled-payments',
  'release-expired-card-payments',
  'remind-of-closings',
  'remove-bank-message-texts',
  'remove-old-chat-times',
  'remove-old-transcripts',
  'renew-cards',
  'return-unattended-chats',
  'review-support-needs',
  'schedule-paydays',
  'send-held-payments',
  'send-scheduled-payments',
  'sum-payments',
  'tell-known-addresses',
  'tell-of-pin-requests',
  'unfreeze-accounts',
  'verify-audit-chain',
]

test('every job is scheduled, runs as postgres and does what it says', { timeout: 120_000 }, async () => {
  const { database } = app
  const ada = await newCustomer(app, database, 'Ada Archer')
  expect(
    await database`
      select jobname, username, active from cron.job
      where not starts_with(jobname, 'contract ') order by jobname collate "C"`,
  ).toEqual(jobs.map((jobname) => ({ jobname, username: 'postgres', active: true })))

  const [times] = await database<{ started: string }[]>`select clock_timestamp()::text as started`
  const started = times?.started ?? ''
  const [card] = await database<{ id: string }[]>`
    update public.cards set expires_on = current_date + 10 where user_id = ${ada.id} returning id`
  const message = { id: crypto.randomUUID(), type: 'authorise', card: card?.id, amount: '20.00' }
  const purchase = { ...message, merchant: 'Larkspur', mcc: '5411', country: 'GB', entry: 'chip' }
  await database`
    select private.process_card_message(${JSON.stringify(purchase)}::text::jsonb, now() - interval '8 days')`
  // For each table a row that is too old, and one that is not.
  const [old, recent] = [crypto.randomUUID(), crypto.randomUUID()]
  await database`
    insert into public.user_notifications (user_id, type, title, message, expires_at) values
      (${ada.id}, 'security', 'Old', 'Expired', now() - interval '1 second'),
      (${ada.id}, 'security', 'Recent', 'Not expired', now() + interval '1 hour')`
  await database`
    insert into private.due_mails (about_id, kind, created_at, sent_at) values
      (${old}, 'payment', now() - interval '31 days', now()), (${recent}, 'payment', now() - interval '29 days', now())`
  await database`
    insert into private.freeze_links (token_hash, user_id, created_at)
    select sha256(convert_to(id, 'UTF8')), ${ada.id}, now() - age
    from (values (${old}, interval '31 days'), (${recent}, interval '29 days')) as rows (id, age)`
  await database`
    insert into private.security_mails (user_id, created_at, title, message) values
      (${ada.id}, now() - interval '31 days', 'Old', 'Old'), (${ada.id}, now() - interval '29 days', 'Recent', 'Recent')`
  await database`
    insert into private.push_events (user_id, event, about_id, created_at) values
      (${ada.id}, 'agent', ${old}, now() - interval '31 days'), (${ada.id}, 'agent', ${recent}, now() - interval '29 days')`
  await database`update private.push_event_scan set scanned_to = now() - interval '1 day' where only_row`
  await database`
    insert into private.chat_times (request_id, conversation_id, asked_at, answered_at, left_message, is_first, ended_at) values
      (${old}, ${old}, now() - interval '32 days', now() - interval '32 days', false, true, now() - interval '31 days'),
      (${recent}, ${recent}, now() - interval '30 days', now() - interval '30 days', false, true, now() - interval '29 days')`
  await database`
    update public.profiles set frozen_at = now() - interval '1 hour', unfreezes_at = now() where id = ${ada.id}`
  // It can have run this night.
  await database`update private.audit_verifications set started_at = started_at - interval '1 day'`
  const [run] = await database<{ id: string }[]>`
    update cron.job_run_details set start_time = now() - interval '8 days', end_time = now() - interval '8 days'
    where runid = (select max(runid) from cron.job_run_details where status = 'succeeded') returning runid::text as id`

  const done = () => database`
    select
      (select array_agg(title) from public.user_notifications where user_id = ${ada.id} and type = 'security'
        and title in ('Old', 'Recent')) as notes,
      (select array_agg(about_id) from private.due_mails where about_id in (${old}, ${recent})) as mails,
      (select count(*)::integer from private.freeze_links where user_id = ${ada.id}) as links,
      (select array_agg(title) from private.security_mails where user_id = ${ada.id}
        and title in ('Old', 'Recent')) as security_mails,
      (select array_agg(about_id) from private.push_events where about_id in (${old}, ${recent})) as owed,
      (select scanned_to >= ${started}::timestamptz from private.push_event_scan) as is_scanned,
      (select array_agg(request_id) from private.chat_times where request_id in (${old}, ${recent})) as chats,
      (select count(*)::integer from cron.job_run_details where runid = ${run?.id ?? ''}::bigint) as runs,
      (select status from public.card_payments where user_id = ${ada.id}) as purchase,
      (select array_agg(status order by status) from public.cards where user_id = ${ada.id}) as cards,
      (select held::text from public.accounts where user_id = ${ada.id}) as held,
      exists (select from public.profiles where id = ${ada.id} and frozen_at is not null) as is_frozen,
      exists (select from private.audit_verifications where verified_at >= ${started}::timestamptz) as is_audit_verified,
      (select array_agg(j.jobname::text) from cron.job j where starts_with(j.jobname, 'contract ') and not exists (
        select from cron.job_run_details d where d.jobid = j.jobid and d.status = 'succeeded' and d.username = 'postgres'
      )) as not_run`
  try {
    // Many jobs run at night. The same command is run by the same program as soon as a copy is scheduled.
    await database`
      select cron.schedule('contract ' || j.jobname, '2 seconds', j.command) from cron.job j where j.jobname = any (${jobs})`
    await expect
      .poll(async () => (await done())[0], { timeout: 90_000, interval: 1000 })
      .toEqual({
        notes: ['Recent'],
        mails: [recent],
        links: 1,
        security_mails: ['Recent'],
        owed: [recent],
        is_scanned: true,
        chats: [recent],
        runs: 0,
        purchase: 'expired',
        cards: ['active', 'issued'],
        held: '0.00',
        is_frozen: false,
        is_audit_verified: true,
        not_run: null,
      })
  } finally {
    await database`select cron.unschedule(j.jobname) from cron.job j where starts_with(j.jobname, 'contract ')`
    await database`delete from private.chat_times where request_id = ${recent}`
    await database`delete from private.due_mails where about_id = ${recent}`
  }
})

test('jobs carry out what is due: payments, chats, cases and closed accounts', { timeout: 120_000 }, async () => {
  const { database } = app
  const [ada, ben] = [await newCustomer(app, database, 'Ada Archer'), await newCustomer(app, database, 'Ben Baker')]
  const staff = await app.newStaff('Cleo Cole', 'admin', ['approve_users', 'manage_cases'])
  const [old, recent] = [crypto.randomUUID(), crypto.randomUUID()]
  const hash = (id: string) => id.replaceAll('-', '').repeat(2)

  await database`
    insert into private.card_signatures (signature, received_at) values
      (${hash(old)}, now() - interval '2 hours'), (${hash(recent)}, now())`
  await database`
    insert into private.passkey_challenges (challenge, purpose, created_at) values
      (${old}, 'sign_in', now() - interval '2 hours'), (${recent}, 'sign_in', now())`
  await database`
    insert into private.removed_payees (user_id, sort_code, account_number, created_at, paid_total, removed_at) values
      (${ada.id}, '20-00-00', '00000008', now(), 1, now() - interval '8 days'),
      (${ada.id}, '20-00-00', '00000006', now(), 1, now() - interval '6 days')`
  await database`
    insert into private.bank_messages (bank_id, is_outgoing, id, type, body, answer, answered_at)
    select 'contract', false, id, 'payment', jsonb_build_object('id', id), '{}', now() - age
    from (values (${old}::uuid, interval '32 days'), (${recent}::uuid, interval '30 days')) as rows (id, age)`
  await database`
    insert into private.chat_transcripts (id, user_id, started_at, ended_at, ended_as, agent_ids, tags)
    select id, ${ada.id}, ended, ended, 'customer', '{}', '{}'
    from (values (${old}::uuid, now() - interval '100 years'), (${recent}::uuid, now())) as rows (id, ended)`
  await database`
    insert into private.support_needs (user_id, need, chosen_at) values (${ada.id}, 'more_time', now() - interval '2 years')`
  await database`
    insert into private.cases (id, kind, user_id, opened_at, due_at, last_at, state, decision, decided_at)
    select id, 'messages', ${ben.id}, decided, decided, decided, 'decided', 'left', decided
    from (values (${old}::uuid, now() - interval '100 years'), (${recent}::uuid, now())) as rows (id, decided)`
  await database`insert into private.missing_credits (transaction_id) values (${old})`
  await database`update private.credit_search set started_at = started_at - interval '1 day'`
  await database`
    update private.between_banks_total t set
      total = t.total - private.sum_between_banks(t.counted_until - interval '2 hours', t.counted_until),
      counted_until = t.counted_until - interval '2 hours'`

  const tomorrow = new Date(Date.now() + 864e5)
  await ada.supabase
    .rpc('schedule_payment', {
      p_request_id: crypto.randomUUID(),
      p_amount: '12.50',
      p_from_name: 'Employer',
      p_scheduled_for: tomorrow.toISOString(),
    })
    .throwOnError()
  await database`update public.scheduled_payments set scheduled_for = now() where user_id = ${ada.id}`
  await pay(ada, ben, 1, 'The first')
  await ada.supabase
    .rpc('schedule_outgoing_payment', {
      p_request_id: crypto.randomUUID(),
      p_payment: await paymentTo(ada, ben, 5, 'Rent'),
      p_send_on: tomorrow.toISOString().slice(0, 10),
    })
    .throwOnError()
  await database`update public.outgoing_payments set send_at = now() where user_id = ${ada.id}`

  // A chat of an agent who has left.
  await database`insert into public.chat_conversations (user_id, status) values (${ada.id}, 'agent_assigned')`

  const sam = await newCustomer(app, database, 'Sam Stone')
  await staff.supabase
    .rpc('suspend_user', { p_user_id: sam.id, p_cause: 'inquiry', p_message: 'A check is running' })
    .throwOnError()
  const cora = await newCustomer(app, database, 'Cora Cole')
  await database`select private.give_closing_notice(${cora.id}, 'We asked three times for papers, and have not had them.')`
  await database`
    update private.cases set due_at = case kind when 'closing' then now() + interval '6 days' else now() end, opened_at = now() - interval '84 days'
    where user_id in (${sam.id}, ${cora.id})`
  const dora = await newCustomer(app, database, 'Dora Dean')
  await pay(dora, ben, 5000, 'All')
  const [pin] = await database<{ value: string }[]>`select private.read_pin(${dora.id}) as value`
  await dora.supabase.rpc('enter_my_pin', { p_pin: pin?.value }).throwOnError()
  await dora.supabase.rpc('close_my_account').throwOnError()
  await database`update public.profiles set closed_at = now() - interval '100 years' where id = ${dora.id}`

  const done = () => database`
    select
      (select array_agg(signature) from private.card_signatures where signature in (${hash(old)}, ${hash(recent)})) as signatures,
      (select array_agg(challenge) from private.passkey_challenges where challenge in (${old}, ${recent})) as challenges,
      (select array_agg(account_number) from private.removed_payees where user_id = ${ada.id}) as payees,
      (select array_agg(id) from private.bank_messages where bank_id = 'contract' and body ? 'id') as messages,
      (select array_agg(id) from private.chat_transcripts where user_id = ${ada.id}) as transcripts,
      (select array_agg(id) from private.cases where user_id = ${ben.id} and kind = 'messages') as cases,
      (select is_asked from private.support_needs where user_id = ${ada.id}) as is_asked,
      exists (select from private.missing_credits where transaction_id = ${old}) as is_missing,
      (select counted_until > now() - interval '2 hours' from private.between_banks_total) as is_counted,
      (select processed from public.scheduled_payments where user_id = ${ada.id}) as processed,
      (select state from public.outgoing_payments where user_id = ${ada.id}) as sent,
      (select status from public.chat_conversations where user_id = ${ada.id}) as chat,
      (select expired_at is not null from private.cases where user_id = ${sam.id}) as is_delayed,
      exists (select from public.user_notifications where user_id = ${cora.id} and starts_with(title, 'Your account closes in')) as is_reminded,
      exists (select from auth.users where id = ${dora.id}) as is_kept`
  const others = jobs.filter((name) => !['owe-push-events', 'verify-audit-chain', 'renew-cards'].includes(name))
  try {
    await database`
      select cron.schedule('contract ' || j.jobname, '2 seconds', j.command) from cron.job j where j.jobname = any (${others})`
    await expect
      .poll(async () => (await done())[0], { timeout: 90_000, interval: 1000 })
      .toEqual({
        signatures: [hash(recent)],
        challenges: [recent],
        payees: ['00000006'],
        messages: [recent],
        transcripts: [recent],
        cases: [recent],
        is_asked: true,
        is_missing: false,
        is_counted: true,
        processed: true,
        sent: 'sent',
        chat: 'waiting_for_agent',
        is_delayed: true,
        is_reminded: true,
        is_kept: false,
      })
  } finally {
    await database`select cron.unschedule(j.jobname) from cron.job j where starts_with(j.jobname, 'contract ')`
    await database`delete from private.card_signatures where signature = ${hash(recent)}`
    await database`delete from private.passkey_challenges where challenge = ${recent}`
    await database`delete from private.bank_messages where bank_id = 'contract'`
    await database`delete from private.chat_transcripts where id = ${recent}`
  }
})
