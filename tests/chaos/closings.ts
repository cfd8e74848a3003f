// Accounts that two members of staff close while their owners pay and are paid, and the money that then waits for its owner.
import { randomBytes, randomUUID } from 'node:crypto'
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
    const [request] = await read<{ id: string }>(
      (sql) => sql`select id from private.approval_requests where user_id = ${id} and state = 'waiting'`,
    )
    await untilAnswered(() => approver.clients[0].rpc('approve_request', { p_request_id: request?.id ?? '' }))
    await read(
      (sql) => sql`
      select private.end_case(id, due_at) from private.cases where user_id = ${id} and kind = 'closing'`,
    )
    const closed = await read((sql) => sql`select from public.profiles where id = ${id} and closed_at is not null`)
    if (closed.length === 0) books.complaints.push(`An account was not closed: ${id}`)
    figures.closings += 1
    await payOut(id)
  }

  /** Sends what waits, with the same key from two devices at once. */
  async function payOut(id: string) {
    const payee = random.pick(customers)
    const { sortCode, accountNumber } = payee.account
    const [key, requestId] = [randomBytes(32).toString('hex'), randomUUID()]
    await read(
      (sql) => sql`
        insert into private.closed_visits (user_id, created_at, entered_at, key_hash, checked_hash)
        values (
          ${id}, now(), now(), sha256(convert_to(${key}, 'utf8')),
          private.hash_payee(${holderName}, ${sortCode}, ${accountNumber})
        )`,
    )
    const answers = await Promise.all(
      payee.clients.map((client) =>
        untilAnswered(() =>
          client.rpc('pay_closed_money', {
            p_key: key,
            p_request_id: requestId,
            p_name: holderName,
            p_sort_code: sortCode,
            p_account_number: accountNumber,
          }),
        ),
      ),
    )
    const paid = await read<{ id: string; pence: number }>(
      (sql) => sql`
        select o.movement_id as id, (e.amount * 100)::int as pence
        from private.payment_orders o
        join private.ledger_entries e on e.movement_id = o.movement_id and e.created_at = o.created_at and e.amount > 0
        where o.user_id = ${id} and o.request_id = ${requestId}`,
    )
    const isRefused = answers.every((answer) => answer !== null)
    if (isRefused !== (paid.length === 0))
      books.complaints.push(`A payout of ${id} was answered: ${JSON.stringify(answers)}`)
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
