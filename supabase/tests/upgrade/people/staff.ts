import { randomUUID } from 'node:crypto'
import { runJob } from '../../fixtures/jobs'
import { payAs, payeeAt } from '../../fixtures/payments'
import { pinOf } from '../../fixtures/staff'
import type { World } from './world'

/** Requests that two administrators decide, roles, rules, repairs, recorded reads and the audit. */
export async function addStaffWork(world: World): Promise<void> {
  await addRequests(world)
  await addRoles(world)
  await addRules(world)
  await addRepairs(world)
  await addReads(world)
}

async function addRequests({ sql, as, agent, second, head, customer, approve, refuse }: World) {
  const ask = async (name: string, to = '9000', seen = '5000.00') => {
    const { id } = await customer(name)
    await as(agent)`select public.request_approval('balance', ${id}, 'Branch asked for it', ${to}, ${seen})`
    return id
  }
  await ask('Bo Balance')
  await ask('Babs Balance')
  await approve(second)
  await ask('Bart Balance')
  await refuse(second)
  await ask('Bill Balance')
  await refuse(agent)
  const outdated = await ask('Bruno Balance')
  await as(head)`select public.update_user(${outdated}, p_balance => '5001', p_seen_balance => '5000.00')`
  await runJob(sql, 'end-outdated-requests')
  const rich = await customer('Dirk Deletion')
  await as(agent)`select public.request_approval('deletion', ${rich.id}, 'Asked for it')`
}

async function addRoles({ as, head, customers }: World) {
  const [admin, former, next] = await customers('Abby Admin', 'Fox Former', 'Nan Next')
  await as(head)`select public.make_admin(${admin.id})`
  await as(head)`select public.set_permission(${admin.id}, 'manage_cases', true)`
  await as(head)`select public.make_admin(${former.id})`
  await as(head)`select public.revoke_admin(${former.id})`
  await as(head)`select public.request_approval('super_admin', ${next.id}, 'The third of us')`
}

async function addRules({ sql, as, head }: World) {
  const rules = await sql<
    { name: string; threshold: string | null }[]
  >`select name, action, threshold, active from private.payment_rules`
  const changed = rules.map((rule) => (rule.name === 'first_payment' ? { ...rule, threshold: '400' } : rule))
  const [trial] = await as(head)<{ id: string }[]>`
    select public.try_payment_rules(${JSON.stringify(changed)}::text::jsonb) ->> 'id' as id`
  await as(head)`select public.request_payment_rules(${trial?.id ?? ''}, 'Too many warnings')`
}

async function addRepairs({ sql, as, agent, customers }: World) {
  const [payer, payee] = await customers('Rick Repair', 'Rae Repair')
  const lose = async () => {
    const { transaction_id: id } = await payAs(sql, payer, { ...payeeAt(payee), amount: '10.00' })
    // As a bank that lost half of a payment. The money is in the outside world, so that the ledger adds up.
    await sql.begin(async (db) => {
      await db`alter table private.ledger_entries disable trigger ledger_is_append_only`
      await db`update private.ledger_entries set account_id = private.ledger_account('outside world'), balance_after = null
        where movement_id = ${id} and account_id = ${payee.account.id}`
      await db`update public.accounts set balance = balance - 10 where id = ${payee.account.id}`
      await db`delete from public.transactions where movement_id = ${id} and incoming`
      await db`alter table private.ledger_entries enable trigger ledger_is_append_only`
    })
    return id
  }
  const [, repaired] = [await lose(), await lose()]
  for (const [outcome, problem] of [
    ['complete', null],
    ['stopped', null],
    ['failed', 'The server did not answer.'],
  ] as const) {
    const run = randomUUID()
    await as(agent)`select public.find_repairs(p_run_id => ${run})`
    if (outcome === 'complete') await as(agent)`select public.run_repair(${[repaired]}, ${run})`
    await as(agent)`select public.finish_repair_run(${run}, ${outcome}, ${problem})`
  }
}

async function addReads({ sql, as, agent, head, customer }: World) {
  const person = await customer('Reba Read')
  await as(agent)`select public.record_user_list(${randomUUID()}, true, 'Reba')`
  await as(agent)`select public.record_transaction_search('Reba')`
  await as(agent)`select public.record_case_search('Reba')`
  await as(agent)`select public.record_transcript_search('Reba')`
  const pin = await pinOf(sql, person)
  await as(person)`select public.enter_my_pin(${pin})`
  await as(person)`select public.record_my_data_copy()`
  await as(head)`select public.record_role_list(${randomUUID()}, 'admin')`
  await sql`select private.verify_audit_chain(10000)`
}
