// Runs beside the payments: cheques that become due, repairs, and deletions of users.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { penceToPounds } from '../../src/lib/money'
import { runJob } from '../../supabase/tests/fixtures/jobs'
import type { Books, Figures } from './books'
import { listOf, withDatabase } from './database'
import type { Client, Customer } from './people'
import type { Random } from './random'

export type Surroundings = {
  databaseUrl: string
  customers: readonly Customer[]
  random: Random
  books: Books
  figures: Figures
  isOver: () => boolean
  /** Runs while the database is not being killed. */
  undisturbed: <T>(work: () => Promise<T>) => Promise<T>
}

const idsSchema = z.array(z.object({ id: z.uuid() }))
const repairsSchema = z.array(z.object({ transaction_id: z.uuid() }))
const patienceMs = 60_000

/** Retries until the server gives a definite answer: neither a server error nor silence counts. */
export async function untilAnswered<T>(
  ask: () => PromiseLike<{ data: T; error: null } | { data: null; error: { code?: string }; status: number }>,
): Promise<T | { refused: string }> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer.error === null) return answer.data
    if (answer.status >= 400 && answer.status < 500) return { refused: answer.error.code ?? '' }
    if (performance.now() - startedAt > patienceMs) throw new Error('The server did not answer in time.')
    await wait(100)
  }
}

export async function payInCheques({ customers, random, books, figures, isOver }: Surroundings): Promise<void> {
  while (!isOver()) {
    await payInCheque(random.pick(customers), random.between(1, 1000), random.between(500, 3000))
    await wait(random.between(100, 500))
  }

  async function payInCheque({ id: owner, clients: [client] }: Customer, pence: number, dueInMs: number) {
    if (books.leavers.has(owner)) return
    // Whether a cheque has arrived shows its reference.
    const reference = randomUUID().slice(0, 18)
    await client.rpc('schedule_payment', {
      p_amount: penceToPounds(pence),
      p_from_name: 'Grandma',
      p_reference: reference,
      p_scheduled_for: new Date(Date.now() + dueInMs + 2000).toISOString(),
    })
    const known = await untilAnswered(() => client.from('scheduled_payments').select('id').eq('reference', reference))
    const parsed = idsSchema.safeParse(known)
    // The owner is being deleted.
    if (!parsed.success) return
    for (const { id } of parsed.data) {
      books.cheques.push({ id, owner, pence })
      figures.cheques += 1
    }
  }
}

/** Runs the job more often than every minute, and twice at once. The next run completes an interrupted one. */
export async function processCheques({ databaseUrl, random, isOver }: Surroundings): Promise<void> {
  while (!isOver()) {
    const process = () => withDatabase(databaseUrl, (sql) => runJob(sql, 'process-due-scheduled-payments'))
    await Promise.allSettled([process(), process()])
    await wait(random.between(200, 800))
  }
}

/** Loses credits on purpose, and lets two admins repair them at once. */
export async function loseAndRepair(around: Surroundings, staff: readonly Customer[]): Promise<void> {
  const { random, books, figures, isOver } = around
  while (!isOver()) {
    const lost = await loseCredits(around)
    if (lost.length > 0) await repair(lost)
    await wait(random.between(500, 2000))
  }

  async function repair(lost: string[]) {
    const answers = await Promise.all(
      staff.map(({ clients: [client] }) => untilAnswered(() => client.rpc('run_repair', { p_transaction_ids: lost }))),
    )
    const repaired = answers.flatMap((answer) => {
      const parsed = repairsSchema.safeParse(answer)
      if (!parsed.success) books.complaints.push(`A repair was answered: ${JSON.stringify(answer)}`)
      return (parsed.data ?? []).map(({ transaction_id: id }) => id)
    })
    if (new Set(repaired).size !== repaired.length) books.complaints.push(`Repaired twice: ${repaired.join()}`)
    figures.repairs += lost.length
  }
}

/** As if the payee's account had not been known: the payer was charged, and the money went to another bank. */
async function loseCredits({ databaseUrl, customers, random, books, undisturbed }: Surroundings): Promise<string[]> {
  const pairs = Array.from({ length: random.between(1, 3) }, () => {
    const payer = random.pick(customers)
    return { id: randomUUID(), payer, payee: random.pick(customers.filter(({ id }) => id !== payer.id)) }
  })
  const lost = await undisturbed(() =>
    withDatabase(
      databaseUrl,
      (sql) =>
        sql<{ id: string }[]>`
        with wanted as (
          select w.id, a.id as account_id, w.user_id, w.sort_code, w.account_number
          from unnest(
            ${listOf(pairs.map(({ id }) => id))}::uuid[], ${listOf(pairs.map(({ payer }) => payer.id))}::uuid[],
            ${listOf(pairs.map(({ payee }) => payee.account.sortCode))}::text[],
            ${listOf(pairs.map(({ payee }) => payee.account.accountNumber))}::text[]
          ) as w (id, user_id, sort_code, account_number)
          join public.accounts a on a.user_id = w.user_id and a.account_type = 'current'
          where a.balance > 10
          order by a.id
        ), rows as (
          insert into public.transactions
            (movement_id, id, user_id, created_at, amount, from_account_id, to_sort_code, to_account_number, to_account_holder_name)
          select id, id, user_id, now(), 0.01, account_id, sort_code, account_number, 'Lost' from wanted
          returning id, from_account_id
        )
        select id, private.move_money(id, from_account_id, private.ledger_account('outside world'), 0.01, now())
        from rows order by from_account_id`,
    ),
  )
  const ids = new Set(lost.map(({ id }) => id))
  for (const { id, payer, payee } of pairs)
    if (ids.has(id)) books.lostCredits.push({ transactionId: id, payer: payer.id, payee: payee.id, pence: 1 })
  return [...ids]
}

/** Deletes them one after the other, while they pay and are paid. */
export async function deletePeople(
  { books, figures }: Surroundings,
  staff: Client,
  leavers: readonly Customer[],
  everyMs: number,
): Promise<void> {
  for (const { id } of leavers) {
    await wait(everyMs)
    books.leavers.add(id)
    const answer = await untilAnswered(() => staff.rpc('delete_person', { p_user_id: id }))
    if (typeof answer !== 'boolean') books.complaints.push(`A deletion was answered: ${JSON.stringify(answer)}`)
    figures.deletions += 1
  }
}
