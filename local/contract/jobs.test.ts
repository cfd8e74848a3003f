import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openApp, type App } from './app'
import { newCustomer, pay } from './customers'

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
  'assign-waiting-chats',
  'check-audit-chain',
  'count-between-banks',
  'delete-closed-users',
  'delete-expired-pin-notes',
  'delete-old-card-signatures',
  'delete-old-closed-visits',
  'delete-old-due-mails',
  'delete-old-freeze-links',
  'delete-old-job-runs',
  'delete-old-notices',
  'delete-old-passkey-challenges',
  'delete-old-payment-notifications',
  'end-due-cases',
  'find-message-payments',
  'find-missing-credits',
  'forget-removed-payees',
  'owe-notices',
  'process-due-scheduled-payments',
  'release-expired-card-payments',
  'remind-of-closings',
  'remove-bank-message-texts',
  'remove-old-chat-times',
  'remove-old-transcripts',
  'renew-cards',
  'return-unattended-chats',
  'review-support-needs',
  'send-held-payments',
  'send-scheduled-payments',
  'unfreeze-accounts',
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
    insert into private.security_notices (user_id, created_at, title, message) values
      (${ada.id}, now() - interval '31 days', 'Old', 'Old'), (${ada.id}, now() - interval '29 days', 'Recent', 'Recent')`
  await database`
    insert into private.notices (user_id, event, about_id, created_at) values
      (${ada.id}, 'agent', ${old}, now() - interval '31 days'), (${ada.id}, 'agent', ${recent}, now() - interval '29 days')`
  await database`update private.notice_scan set scanned_to = now() - interval '1 day' where only_row`
  await database`
    insert into private.payment_notifications (transaction_id, claimed_at) values
      (${old}, now() - interval '31 days'), (${recent}, now() - interval '29 days')`
  await database`
    insert into private.chat_times (request_id, conversation_id, asked_at, answered_at, left_message, is_first, ended_at) values
      (${old}, ${old}, now() - interval '32 days', now() - interval '32 days', false, true, now() - interval '31 days'),
      (${recent}, ${recent}, now() - interval '30 days', now() - interval '30 days', false, true, now() - interval '29 days')`
  await database`
    update public.profiles set frozen_at = now() - interval '1 hour', unfreezes_at = now() where id = ${ada.id}`
  const [run] = await database<{ id: string }[]>`
    update cron.job_run_details set start_time = now() - interval '8 days', end_time = now() - interval '8 days'
    where runid = (select max(runid) from cron.job_run_details where status = 'succeeded') returning runid::text as id`

  const done = () => database`
    select
      (select array_agg(title) from public.user_notifications where user_id = ${ada.id} and type = 'security'
        and title in ('Old', 'Recent')) as notes,
      (select array_agg(about_id) from private.due_mails where about_id in (${old}, ${recent})) as mails,
      (select count(*)::integer from private.freeze_links where user_id = ${ada.id}) as links,
      (select array_agg(title) from private.security_notices where user_id = ${ada.id}
        and title in ('Old', 'Recent')) as notices,
      (select array_agg(about_id) from private.notices where about_id in (${old}, ${recent})) as owed,
      (select scanned_to >= ${started}::timestamptz from private.notice_scan) as is_scanned,
      (select array_agg(transaction_id) from private.payment_notifications where transaction_id in (${old}, ${recent})) as told,
      (select array_agg(request_id) from private.chat_times where request_id in (${old}, ${recent})) as chats,
      (select count(*)::integer from cron.job_run_details where runid = ${run?.id ?? ''}::bigint) as runs,
      (select status from public.card_payments where user_id = ${ada.id}) as purchase,
      (select array_agg(status order by status) from public.cards where user_id = ${ada.id}) as cards,
      (select held::text from public.accounts where user_id = ${ada.id}) as held,
      exists (select from public.profiles where id = ${ada.id} and frozen_at is not null) as is_frozen,
      exists (select from private.audit_checks where checked_at >= ${started}::timestamptz) as is_audit_checked,
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
        notices: ['Recent'],
        owed: [recent],
        is_scanned: true,
        told: [recent],
        chats: [recent],
        runs: 0,
        purchase: 'expired',
        cards: ['active', 'issued'],
        held: '0.00',
        is_frozen: false,
        is_audit_checked: true,
        not_run: null,
      })
  } finally {
    await database`select cron.unschedule(j.jobname) from cron.job j where starts_with(j.jobname, 'contract ')`
    await database`delete from private.chat_times where request_id = ${recent}`
    await database`delete from private.due_mails where about_id = ${recent}`
    await database`delete from private.payment_notifications where transaction_id = ${recent}`
  }
})
