import { expect, test } from 'vitest'
import { type Person, recordList, request } from '../fixtures/database'
import { createRegularPayment, scheduleFuturePayment, setUndoWindow } from '../fixtures/outgoingPayments'
import { payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, anAdmin, grantPermissions, withPeople } from '../fixtures/people'

// Staff are customers too. The payee of a payment must not learn from any of their tools that it is held, claimed, under review or
// to be reversed, whatever rights they have: they would move the money on.

const everyPermission = [
  'approve_users',
  'view_transactions',
  'manage_chat',
  'manage_cases',
  'read_transcripts',
  'financial_support',
  'repair_transactions',
]
const { sql, as, payer, payee, agent } = withPeople({
  payer: aCustomer('Pam Payer'),
  payee: aCustomer('Quinn Payee'),
  agent: anAdmin(everyPermission),
})

/** What the payee reads. A call before an arrow records the read. `paid`: the payment of which the money is theirs. */
const reads = (paid: string, received: string): Record<string, string> => ({
  'the cases': `select id, kind, news from public.list_cases()`,
  'the decided cases': `select id from public.list_cases('decided')`,
  'the news of cases': `select * from public.list_case_news()`,
  'the count of overdue cases': `select public.count_overdue_cases()`,
  'a search of the cases': `select public.record_case_search('Quinn') -> select id from public.search_cases('Quinn')`,
  'the overview': `select public.get_staff_overview() - 'jobs' - 'problems' - 'audit' as overview`,
  'the requests': `select id from public.list_approval_requests()`,
  'the decided requests': `select id from public.list_approval_requests(false)`,
  'the count of requests': `select public.count_approval_requests()`,
  'the audit': `select id, action from public.list_audit(p_limit => 100) where actor_id is distinct from '${payee.id}'`,
  'the page of the payer': `select public.record_user_view('${payer.id}', 'asked') -> select p - '{account,limits,audit}'::text[] as page,
    array(select a from jsonb_array_elements(p -> 'audit') a where a ->> 'actor' <> 'Quinn Payee') as audit
    from public.get_user_page('${payer.id}') p`,
  'their own page': `select public.record_user_view('${payee.id}', 'asked') -> select p - '{audit,sessions}'::text[] as page
    from public.get_user_page('${payee.id}') p`,
  'all transactions': `select public.record_transaction_search() -> select public.list_all_transactions() -> 'transactions' as rows`,
  'the transactions that are pending': `select public.record_transaction_search(p_status => 'pending') ->
    select public.list_all_transactions(p_status => 'pending') -> 'transactions' as rows`,
  'the sum of the transactions': `select public.record_transaction_search() -> select public.total_transactions()`,
  'the list of transactions as it goes on': `select public.record_transaction_search() ->
    select public.follow_transactions(p_since => now() - interval '1 hour') -> 'transactions' as rows`,
  'the payments to come': `select public.record_transaction_search() -> select public.list_payments_to_come()`,
  'the payment': `select public.record_transaction_view('${paid}', 'payment_review') -> select public.get_transaction_details('${paid}')`,
  'their side of the payment': `select public.record_transaction_view('${received}', 'payment_review') ->
    select public.get_transaction_details('${received}')`,
  'the transcripts': `select public.record_transcript_search() -> select id from public.list_transcripts()`,
  'the payments between banks': `select id from public.list_bank_payments('all')`,
  'what the id is': `select public.find_id_kinds('${paid}')`,
  'the looks at their account': `select id from public.list_account_looks()`,
  'their own cases': `select id from public.list_my_cases()`,
  'their closing': `select public.preview_closing()`,
  'their notes': `select title, message from public.user_notifications`,
  'their transactions': `select * from public.transactions order by id`,
  'their trusted contact': `select public.get_trusted_contacts()`,
})

async function readAll(who: Person, of: Record<string, string>): Promise<Record<string, unknown>> {
  for (const list of ['cases', 'approvals', 'chats']) await recordList(sql, who, list)
  const answers: Record<string, unknown> = {}
  for (const [name, statements] of Object.entries(of))
    // The arrow of a recorded read stands between two calls, that of JSON before a key.
    for (const statement of statements.split(/ ->\s+(?=select )/))
      answers[name] = await request(sql, who, (db) => db.unsafe(statement).then((rows) => [...rows]))
  return answers
}

test('staff with every right learn nothing of what is done about payments to them', async () => {
  await sql`insert into public.user_roles (user_id, role) values (${payee.id}, 'admin'), (${payee.id}, 'super_admin')`
  await sql`insert into public.user_roles (user_id, role) values (${agent.id}, 'super_admin')`
  await grantPermissions(sql, payee, everyPermission)
  await sql`update private.settings set four_eyes_above = 1 where only_row`
  const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(payee), amount: '10.00' })
  const [row] = await sql<{ id: string }[]>`select id from public.transactions where user_id = ${payee.id} and incoming`
  await setUndoWindow(sql, payer, '60')
  const of = reads(paid, row?.id ?? '')
  // The first time a read is recorded, the audit has a row more.
  await readAll(payee, of)
  const before = await readAll(payee, of)
  const caseAbout = async (id: string) =>
    (await sql<{ id: string }[]>`select id from private.cases where about_id = ${id}`)[0]?.id ?? ''
  let held = ''
  const events: Record<string, () => PromiseLike<unknown>> = {
    'a claim': () =>
      request(sql, payer, async (db) => {
        await db`select public.save_claim(${paid}, 'scam', 'Somebody', 'phone', 'I was tricked')`
        await db`select public.send_claim(${paid})`
      }),
    'a question and its answer': async () => {
      await as(agent)`select public.assign_case(${await caseAbout(paid)})`
      await as(agent)`select public.ask_case_customer(${await caseAbout(paid)}, 'What happened?')`
      await as(payer)`select public.answer_case(${await caseAbout(paid)}, 'I was tricked')`
    },
    'a decision that waits': async () =>
      as(agent)`select public.decide_claim(${await caseAbout(paid)}, true, 'Goods', 'not_covered')`,
    'a reversal that waits': () => as(agent)`select public.reverse_payment(${paid}, 'A scam')`,
    'payments to come': () =>
      request(sql, payer, async (db) => {
        await scheduleFuturePayment(db, payeeAt(payee))
        await createRegularPayment(db, payeeAt(payee))
      }),
    'a payment that can be undone': async () => {
      held = (await payAs(sql, payer, { ...payeeAt(payee), amount: '11.00' })).transaction_id
    },
    'a review': () => as(agent)`select public.start_payment_review(${held}, 'Looks bad', 'We check some payments')`,
    'a look at the payment': () => as(agent)`select public.record_transaction_view(${held}, 'payment_review')`,
    'the end of the payment': () => as(payer)`select public.undo_payment(${held})`,
  }
  for (const [event, happen] of Object.entries(events)) {
    await happen()
    expect({ event, ...(await readAll(payee, of)) }).toEqual({ event, ...before })
  }
  // The same reads tell a colleague.
  expect(await readAll(agent, { cases: of['the cases'] ?? '' })).not.toEqual({ cases: [] })
})
