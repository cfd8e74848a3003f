// Accounts that two members of staff close while their owners pay and are paid, and whose money they then pay out.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Surroundings, untilAnswered } from './background'
import { withDatabase } from './database'
import { type Customer, holderName } from './people'

/** Closes the accounts one after the other, each at the end of a notice. */
export async function closeAccounts(
  { databaseUrl, customers, random, books, figures, undisturbed }: Surroundings,
  [asker, approver]: readonly [Customer, Customer],
  closers: readonly Customer[],
  everyMs: number,
): Promise<void> {
  const read = <Row extends object>(query: Parameters<typeof withDatabase<Row[]>>[1]) =>
    undisturbed(() => withDatabase(databaseUrl, query))
  const reasons = 'You used the account for a business, which our terms for personal accounts exclude.'

  for (const { id } of closers) {
    await wait(everyMs)
    books.leavers.add(id)
    books.closed.add(id)
    const terms = { p_kind: 'closing', p_user_id: id, p_reason: reasons }
    await untilAnswered(() => asker.clients[0].rpc('request_approval', terms))
    const requestId = await waitingFor(id)
    await untilAnswered(() => approver.clients[0].rpc('approve_request', { p_request_id: requestId }))
    await read(
      (sql) => sql`
      select private.expire_case(id, due_at) from private.cases where user_id = ${id} and kind = 'closing'`,
    )
    const closed = await read((sql) => sql`select from public.profiles where id = ${id} and closed_at is not null`)
    if (closed.length === 0) books.complaints.push(`An account was not closed: ${id}`)
    figures.closings += 1
    await payOut(id)
  }

  async function waitingFor(id: string): Promise<string> {
    const [request] = await read<{ id: string }>(
      (sql) => sql`select id from private.approval_requests where user_id = ${id} and state = 'waiting'`,
    )
    return request?.id ?? ''
  }

  /** Pays out what waits. The second member of staff approves it on two devices at once. */
  async function payOut(id: string) {
    const payee = random.pick(customers)
    const { sortCode, accountNumber } = payee.account
    const details = { p_name: holderName, p_sort_code: sortCode, p_account_number: accountNumber }
    const check = randomUUID()
    await untilAnswered(() => asker.clients[0].rpc('check_payee', { p_check_id: check, ...details }))
    await untilAnswered(() =>
      asker.clients[0].rpc('request_payout', { p_user_id: id, p_reason: 'Asked', p_check_id: check, ...details }),
    )
    const requestId = await waitingFor(id)
    const answers = await Promise.all(
      approver.clients.map((client) => untilAnswered(() => client.rpc('approve_request', { p_request_id: requestId }))),
    )
    const paid = await read<{ id: string; pence: number }>(
      (sql) => sql`
        select o.movement_id as id, (e.amount * 100)::int as pence
        from private.payment_orders o
        join private.ledger_entries e on e.movement_id = o.movement_id and e.created_at = o.created_at and e.amount > 0
        where o.user_id = ${id} and o.request_id::text = ${requestId}`,
    )
    if (paid.length > 1) books.complaints.push(`A payout of ${id} was made twice: ${JSON.stringify(answers)}`)
    for (const { id: transactionId, pence } of paid) {
      figures.payouts += 1
      books.payments.push({
        payer: id,
        requestId,
        pence,
        payee: payee.id,
        outcome: 'paid',
        transactionId,
        isInternal: true,
      })
    }
  }
}
