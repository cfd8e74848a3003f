// Accounts that two members of staff close while their owners pay and are paid, and the money that then waits for its owner.
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Surroundings, untilAnswered } from './background'
import { withDatabase } from './database'
import { type Customer, holderName } from './people'

const reasons = 'You used the account for a business, which our terms for personal accounts exclude.'

/** Closes the accounts one after the other, every second one for crime: then two people release the money, or nobody. */
export async function closeAccounts(
  { databaseUrl, customers, random, books, figures, undisturbed }: Surroundings,
  [asker, approver]: readonly [Customer, Customer],
  closers: readonly Customer[],
  everyMs: number,
): Promise<void> {
  const read = <Row extends object>(query: Parameters<typeof withDatabase<Row[]>>[1]) =>
    undisturbed(() => withDatabase(databaseUrl, query))

  for (const [index, { id }] of closers.entries()) {
    await wait(everyMs)
    const isCrime = index % 2 === 0
    books.leavers.add(id)
    books.closed.add(id)
    const exception = isCrime ? 'crime' : 'due_diligence'
    const terms = { p_user_id: id, p_reasons: reasons, p_exception: exception, p_days: 0 }
    await untilAnswered(() => asker.clients[0].rpc('ask_to_close_early', terms))
    await approve(id)
    const closed = await read((sql) => sql`select from public.profiles where id = ${id} and closed_at is not null`)
    if (closed.length === 0) books.complaints.push(`An account was not closed: ${id}`)
    figures.closings += 1
    if (isCrime) {
      await payOut(id, 'PT409')
      if (random.chance(0.5)) continue
      await release(id)
    }
    await payOut(id)
  }

  async function approve(id: string) {
    for (const request of await read<{ id: string }>(
      (sql) =>
        sql`select id from private.approval_requests where user_id = ${id} and kind = 'case' and state = 'waiting'`,
    ))
      await untilAnswered(() => approver.clients[0].rpc('approve_request', { p_request_id: request.id }))
  }

  async function release(id: string) {
    for (const open of await read<{ id: string }>(
      (sql) => sql`select id from private.cases where user_id = ${id} and kind = 'payout' and state = 'open'`,
    ))
      await untilAnswered(() => asker.clients[0].rpc('ask_payout_release', { p_case_id: open.id, p_reason: 'A test' }))
    // More money may have come in: then the request is out of date.
    await approve(id)
  }

  /** Sends what waits, with the same key from two devices at once. */
  async function payOut(id: string, expected?: string) {
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
    if (isRefused !== (paid.length === 0) || (expected !== undefined && !isRefused))
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
