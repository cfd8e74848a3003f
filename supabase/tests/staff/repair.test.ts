import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { runJob } from '../fixtures/jobs'
import { type Db, type Person, actingAs, refusalOf, request } from '../fixtures/database'
import { sendDue, setUndoWindow } from '../fixtures/outgoingPayments'
import { payAs, payeeAt, externalPayee, ledgerProblems } from '../fixtures/payments'
import { type Customer, accountOf, addAdmin, addCustomer, anAdmin, withPeople, aCustomer } from '../fixtures/people'

const { sql, as, alice, bob, repairer } = withPeople({
  alice: aCustomer('Alice Archer'),
  bob: aCustomer('Bob Baker'),
  repairer: anAdmin(['repair_transactions']),
})

// find_repairs searches all accounts, so each test starts without those of the test before.
afterEach(async () => {
  await changeLedger((db) => db`truncate public.transactions, private.ledger_entries, public.accounts cascade`)
})

type Found = {
  transaction_id: string
  recipient_name: string
  amount: number
  old_balance: number
  new_balance: number
}
type Finding = { repairs: Found[]; next_before: string | null; next_before_id: string | null; progress: number }

const find = async (db: Db, last?: Finding) => {
  const [row] = await db<{ found: Finding }[]>`
    select public.find_repairs(${last?.next_before ?? null}::text::timestamptz, ${last?.next_before_id ?? null}) as found`
  if (!row) throw new Error('find_repairs returned no row')
  return row.found
}
const findAs = (person: Person, last?: Finding) => request(sql, person, (db) => find(db, last))
const findAll = async () => (await findAs(repairer)).repairs
const repair = (db: Db, ids: string[] | null) => db`select * from public.run_repair(${ids})`
const repairAs = async (person: Person, ids: string[]) => [...(await request(sql, person, (db) => repair(db, ids)))]
const balanceOf = async (customer: Customer) => (await accountOf(sql, customer)).balance

async function pay(from: Customer, to: Customer, amount: string, reference: string | null = null): Promise<string> {
  const answer = await payAs(sql, from, { ...payeeAt(to), name: 'As typed', amount, reference })
  return answer.transaction_id
}

/** Pays with an undo window, which has ended. */
async function payHeld(from: Customer, to: Customer, amount: string, reference: string | null = null): Promise<string> {
  await setUndoWindow(sql, from, '10')
  const payment = await pay(from, to, amount, reference)
  await setUndoWindow(sql, from, '0')
  expect(await sendDue(sql, new Date(Date.now() + 60_000).toISOString())).toEqual(['sent'])
  return payment
}

/** Changes the append-only ledger with its trigger turned off. */
async function changeLedger(change: (db: Db) => Promise<unknown>): Promise<void> {
  await sql.begin(async (db) => {
    await db`alter table private.ledger_entries disable trigger ledger_is_append_only`
    await change(db)
    await db`alter table private.ledger_entries enable trigger ledger_is_append_only`
  })
}

/** Removes the payee's half of a payment. */
async function loseCredit(payment: string, payee: Customer): Promise<void> {
  await changeLedger(async (db) => {
    await db`
      with lost as (
        delete from private.ledger_entries where movement_id = ${payment} and account_id = ${payee.account.id} returning amount
      )
      update public.accounts set balance = balance - lost.amount from lost where id = ${payee.account.id}`
    await db`delete from public.transactions where movement_id = ${payment} and incoming`
  })
}

/** Moves the credit to the outside world, as for a payment to another bank. */
async function sendOutside(payment: string, payee: Customer): Promise<void> {
  await loseCredit(payment, payee)
  await sql`
    insert into private.ledger_entries (movement_id, account_id, created_at, amount)
    select movement_id, private.ledger_account('outside world'), max(created_at), -sum(amount)
    from private.ledger_entries where movement_id = ${payment} group by movement_id`
}

const incomingTransactionsOf = async (customer: Customer) => [
  ...(await sql`
    select amount, incoming, status, reference, from_account_holder_name, from_account_number, to_account_number
    from public.transactions where user_id = ${customer.id} and incoming`),
]

describe('a payment whose credit is missing', () => {
  type Row = { id: string; is_credit_missing: boolean; status: string }
  const list = async (who: Person, status: string | null) => {
    await as(who)`select public.record_transaction_search(p_status => ${status})`
    const [row] = await as(who)<[{ page: { transactions: Row[] } }]>`
      select public.list_all_transactions(p_status => ${status}) as page`
    return row.page.transactions.map(({ id, is_credit_missing: isMissing }) => ({ id, isMissing }))
  }
  const overviewOf = async (who: Person) => {
    const [row] = await as(who)<[{ found: unknown }]>`select public.get_staff_overview() -> 'missing_credits' as found`
    return row.found
  }
  const isMissingOnPage = async (who: Person, id: string) => {
    await as(who)`select public.record_transaction_view(${id}, 'payment_review')`
    const [row] = await as(who)<[{ missing: boolean }]>`
      select (public.get_transaction_details(${id}) #>> '{transaction,is_credit_missing}')::boolean as missing`
    return row.missing
  }

  /** The job of another night. */
  const searchAgain = async () => {
    await sql`update private.credit_search set started_at = '-infinity', finished_at = '-infinity'`
    await runJob(sql, 'find-missing-credits')
  }

  test('is found by the nightly job, counted, listed apart from completed ones, and cleared by a repair', async () => {
    const viewer = await addAdmin(sql, ['view_transactions', 'repair_transactions'])
    const lost = await pay(alice, bob, '12.34')
    await pay(alice, bob, '5')
    await loseCredit(lost, bob)
    // The page looks itself; the list knows what the job has found.
    expect(await isMissingOnPage(viewer, lost)).toBe(true)
    expect(await list(viewer, 'not_credited')).toEqual([])
    await searchAgain()
    await searchAgain()
    expect(await overviewOf(viewer)).toEqual({ count: 1, total: 12.34 })
    expect(await overviewOf(repairer)).toEqual({ count: 1, total: 12.34 })
    expect(await overviewOf(await addAdmin(sql, ['approve_users']))).toBeNull()
    expect(await list(viewer, 'not_credited')).toEqual([{ id: lost, isMissing: true }])
    expect((await list(viewer, 'completed')).map(({ id }) => id)).not.toContain(lost)
    expect(await list(viewer, null)).toContainEqual({ id: lost, isMissing: true })
    await repairAs(repairer, [lost])
    expect(await overviewOf(viewer)).toEqual({ count: 0, total: 0 })
    expect(await list(viewer, 'not_credited')).toEqual([])
    expect(await isMissingOnPage(viewer, lost)).toBe(false)
    const [row] = await as(viewer)<[{ timeline: { kind: string; by?: string }[] }]>`
      select public.get_transaction_details(${lost}) -> 'timeline' as timeline`
    expect(row.timeline.slice(2)).toMatchObject([{ kind: 'sent' }, { kind: 'repaired', by: 'Test Admin' }])
  })

  test('is listed after a dry run, and no longer when the job finds its credit', async () => {
    const viewer = await addAdmin(sql, ['view_transactions'])
    const lost = await pay(alice, bob, '3')
    const [entry] =
      await sql`select * from private.ledger_entries where movement_id = ${lost} and account_id = ${bob.account.id}`
    await loseCredit(lost, bob)
    await findAll()
    expect(await list(viewer, 'not_credited')).toEqual([{ id: lost, isMissing: true }])
    await sql`update public.accounts set balance = balance + 3 where id = ${bob.account.id}`
    await sql`
      insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
      select ${lost}, ${bob.account.id}, ${entry?.created_at}, 3, balance from public.accounts where id = ${bob.account.id}`
    await searchAgain()
    expect(await list(viewer, 'not_credited')).toEqual([])
  })

  test('is found by a search that goes on where its last step stopped, from the newest, once a night', async () => {
    const lost = await pay(alice, bob, '3')
    await pay(alice, bob, '4')
    await pay(alice, bob, '5')
    await loseCredit(lost, bob)
    const state = async () => {
      const [row] = await sql`
        select private.is_credit_search_due() as due, array(select transaction_id from private.missing_credits) as found`
      return row
    }
    await sql`update private.credit_search set started_at = '-infinity', finished_at = '-infinity'`
    await sql`select private.mark_missing_credits(4)`
    expect(await state()).toEqual({ due: true, found: [] })
    await sql`select private.mark_missing_credits(4)`
    expect(await state()).toEqual({ due: false, found: [lost] })
    await sql`delete from private.missing_credits`
    await runJob(sql, 'find-missing-credits')
    expect(await state()).toEqual({ due: false, found: [] })
  })
})

describe('the history of runs', () => {
  type Run = {
    id: string
    started_by_name: string
    is_repair: boolean
    outcome: string | null
    problem: string | null
    found: string
    found_total: string
    repaired: string
    repaired_total: string
  }
  const runs = (after?: { started_at: string; id: string }, limit = 50) =>
    request(sql, repairer, async (db) => [
      ...(await db<(Run & { started_at: string })[]>`
        select r.*, r.started_at::text as started_at from public.list_repair_runs(
          ${after?.started_at ?? null}::text::timestamptz, ${after?.id ?? null}, ${limit}) r`),
    ])
  const lookIn = (person: Person, run: string | null) => as(person)`select public.find_repairs(p_run_id => ${run})`
  const finish = (person: Person, run: string | null, outcome: string | null, problem: string | null = null) =>
    as(person)`select public.finish_repair_run(${run}, ${outcome}, ${problem})`

  test('says who ran what, what was found and repaired, and how it ended', async () => {
    const [first, second] = [await pay(alice, bob, '12.34'), await pay(alice, bob, '5')]
    await loseCredit(first, bob)
    await loseCredit(second, bob)
    const run = randomUUID()
    await lookIn(repairer, run)
    // A lost answer is asked for again.
    await lookIn(repairer, run)
    expect((await runs())[0]).toMatchObject({ id: run, is_repair: false, outcome: null, found: '2', repaired: '0' })
    await finish(repairer, run, 'complete')
    await as(repairer)`select * from public.run_repair(${[first]}, ${run})`
    await finish(repairer, run, 'failed', ' The server did not answer. ')
    expect((await runs())[0]).toMatchObject({
      id: run,
      started_by_name: 'Test Admin',
      is_repair: true,
      outcome: 'failed',
      problem: 'The server did not answer.',
      found: '2',
      found_total: '17.34',
      repaired: '1',
      repaired_total: '12.34',
    })
  })

  test('the history is read page by page, newest first', async () => {
    const started: string[] = []
    for (let nth = 0; nth < 5; nth++) {
      const run = randomUUID()
      started.unshift(run)
      await lookIn(repairer, run)
    }
    const seen: string[] = []
    let page = await runs(undefined, 2)
    while (page.length > 0 && seen.length < 5) {
      seen.push(...page.map(({ id }) => id))
      page = await runs(page.at(-1), 2)
    }
    expect(seen.slice(0, 5)).toEqual(started)
  })

  test('the history is written only by the person who runs it', async () => {
    const run = randomUUID()
    await lookIn(repairer, run)
    const colleague = await addAdmin(sql, ['repair_transactions'])
    await expect(lookIn(colleague, run)).rejects.toMatchObject({ code: 'PT403' })
    await expect(finish(colleague, run, 'complete')).rejects.toMatchObject({ code: 'PT404' })
    expect((await runs())[0]).toMatchObject({ id: run, outcome: null })
  })

  test.each([
    [null, 'complete', 'PT404'],
    [randomUUID(), 'complete', 'PT404'],
    [null, null, 'PT400'],
    [null, 'perfect', 'PT400'],
    [null, 'x'.repeat(501), 'PT400'],
  ])('refuses the end of run %j with the outcome %j', async (run, outcome, code) => {
    await expect(finish(repairer, run, outcome)).rejects.toMatchObject({ code })
  })
})

describe('run_repair', () => {
  test('requires between 1 and 100 payments', async () => {
    await actingAs(sql, repairer, async (db) => {
      const refusalTo = async (ids: string[] | null) => (await refusalOf(db, (q) => repair(q, ids))).message
      expect(await refusalTo(null)).toBe('Choose between 1 and 100 payments.')
      expect(await refusalTo([])).toBe('Choose between 1 and 100 payments.')
      expect(await refusalTo(Array.from({ length: 101 }, () => alice.id))).toBe('A list must have at most 100 entries.')
    })
  })
})

describe('no repair is found or credited for', () => {
  const expectNoRepair = async (payment: string) => {
    const before = [await balanceOf(alice), await balanceOf(bob)]
    expect(await findAll()).toEqual([])
    expect(await repairAs(repairer, [payment])).toEqual([])
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual(before)
  }

  test('a database without payments', async () => {
    expect(await findAs(repairer)).toEqual({ repairs: [], next_before: null, next_before_id: null, progress: 1 })
    expect(await repairAs(repairer, [alice.id])).toEqual([])
  })

  test('a payment that was credited, also after both users deleted their transactions', async () => {
    const payment = await pay(alice, bob, '10')
    await expectNoRepair(payment)
    await as(bob)`delete from public.transactions where user_id = ${bob.id}`
    await expectNoRepair(payment)
  })

  test('a payment whose undo window is open, and the same one undone', async () => {
    await setUndoWindow(sql, alice, '60')
    const payment = await pay(alice, bob, '10')
    await expectNoRepair(payment)
    await as(alice)`select public.undo_payment(${payment})`
    await expectNoRepair(payment)
    expect(await balanceOf(alice)).toBe('5000.00')
  })

  test('a payment that was held, sent and credited, also if the ledger has lost a part of the hold', async () => {
    const payment = await payHeld(alice, bob, '10')
    await expectNoRepair(payment)
    await changeLedger(
      (db) => db`
        delete from private.ledger_entries
        where movement_id = ${payment} and account_id = private.ledger_account('payments in flight')`,
    )
    await expectNoRepair(payment)
  })

  test('a held payment to another bank', async () => {
    await setUndoWindow(sql, alice, '10')
    const { transaction_id: payment } = await payAs(sql, alice, { ...externalPayee, amount: '10' })
    expect(await sendDue(sql, new Date(Date.now() + 60_000).toISOString())).toEqual(['sent'])
    await expectNoRepair(payment)
  })

  test('a payment to another bank, also with the account number of a customer', async () => {
    const { account_number: accountNumber } = bob.account
    for (const payee of [externalPayee, { ...externalPayee, accountNumber }]) {
      const answer = await payAs(sql, alice, { ...payee, amount: '10' })
      expect(answer.internal).toBe(false)
      await expectNoRepair(answer.transaction_id)
    }
  })

  test.each([
    ['was reversed', `reversed_at = now()`],
    ['is pending', `status = 'pending'`],
    ['has failed', `status = 'failed'`],
  ])('a payment that %s', async (_name, change) => {
    const payment = await pay(alice, bob, '10')
    await loseCredit(payment, bob)
    await sql.unsafe(`update public.transactions set ${change} where id = '${payment}'`)
    await expectNoRepair(payment)
  })

  test('a payment that was never debited', async () => {
    const payment = await pay(alice, bob, '10')
    await changeLedger((db) => db`delete from private.ledger_entries where movement_id = ${payment}`)
    await sql`update public.accounts set balance = 5000 where id in (${alice.account.id}, ${bob.account.id})`
    await expectNoRepair(payment)
  })

  test('a payment that another account was credited with', async () => {
    const carol = await addCustomer(sql)
    const payment = await pay(alice, bob, '10')
    await loseCredit(payment, bob)
    await sql`
      insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
      select movement_id, ${carol.account.id}, created_at, 10, 5010 from private.ledger_entries where movement_id = ${payment}`
    await expectNoRepair(payment)
  })

  test('a payment whose credit has another time', async () => {
    const payment = await pay(alice, bob, '10')
    await changeLedger(
      (db) => db`
        update private.ledger_entries set created_at = created_at + interval '1 second'
        where movement_id = ${payment} and account_id = ${bob.account.id}`,
    )
    await expectNoRepair(payment)
  })
})

describe.each([
  ['that the ledger has lost', loseCredit, pay],
  ['that went to the outside world', sendOutside, pay],
  ['of a held payment that the ledger has lost', loseCredit, payHeld],
  ['of a held payment that went to the outside world', sendOutside, payHeld],
])('a credit %s', (_name, breakCredit, payOnce) => {
  test('the credit is found with its effect, and find_repairs changes nothing', async () => {
    const payment = await payOnce(alice, bob, '12.34')
    await breakCredit(payment, bob)
    expect(await balanceOf(bob)).toBe('5000.00')
    const repairs = await findAll()
    expect(repairs).toEqual([
      {
        transaction_id: payment,
        paid_at: expect.any(String),
        recipient_name: 'Bob Baker',
        amount: 12.34,
        old_balance: 5000,
        new_balance: 5012.34,
        account_type: 'current',
        is_own_move: false,
      },
    ])
    expect(await findAll()).toEqual(repairs)
    expect(await balanceOf(bob)).toBe('5000.00')
  })

  test('the payee is credited once, with a transaction and an audit entry, and the ledger agrees', async () => {
    const payment = await payOnce(alice, bob, '12.34')
    await breakCredit(payment, bob)
    expect(await repairAs(repairer, [payment, payment, alice.id])).toEqual([
      {
        transaction_id: payment,
        recipient_name: 'Bob Baker',
        amount: '12.34',
        old_balance: '5000.00',
        new_balance: '5012.34',
      },
    ])
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual(['4987.66', '5012.34'])
    expect(await incomingTransactionsOf(bob)).toEqual([
      {
        amount: '12.34',
        incoming: true,
        status: 'completed',
        reference: 'Payment from Alice Archer',
        from_account_holder_name: 'Alice Archer',
        from_account_number: alice.account.account_number,
        to_account_number: bob.account.account_number,
      },
    ])
    const repairsInAudit = () => sql`
      select actor_id, details from private.audit_log where subject_id = ${payment} and action = 'repair_payment'`
    expect(await repairsInAudit()).toEqual([
      { actor_id: repairer.id, details: { account_id: bob.account.id, amount: 12.34, from: 5000, to: 5012.34 } },
    ])
    expect(await ledgerProblems(sql)).toEqual([])

    expect(await findAll()).toEqual([])
    expect(await repairAs(repairer, [payment])).toEqual([])
    expect(await balanceOf(bob)).toBe('5012.34')
    expect(await repairsInAudit()).toHaveLength(1)
  })

  test('the payee is credited once by four concurrent repairs', async () => {
    const payments: string[] = []
    for (const [from, to, amount] of [
      [alice, bob, '1'],
      [alice, bob, '2'],
      [bob, alice, '4'],
    ] as const) {
      const payment = await payOnce(from, to, amount)
      await breakCredit(payment, to)
      payments.push(payment)
    }
    const second = await addAdmin(sql, ['repair_transactions'])
    const answers = await Promise.all(
      [payments, payments.toReversed(), payments.slice(1), payments].map((ids, index) =>
        repairAs(index % 2 === 0 ? repairer : second, ids),
      ),
    )
    expect(
      answers
        .flat()
        .map(({ amount }) => String(amount))
        .toSorted(),
    ).toEqual(['1.00', '2.00', '4.00'])
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual(['5001.00', '4999.00'])
    expect(await ledgerProblems(sql)).toEqual([])
  })

  test('the payee is credited during payments without a deadlock', async () => {
    const payment = await payOnce(alice, bob, '100')
    await breakCredit(payment, bob)
    await Promise.all([
      repairAs(repairer, [payment]),
      ...Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? pay(alice, bob, '1') : pay(bob, alice, '1'))),
    ])
    expect([await balanceOf(alice), await balanceOf(bob)]).toEqual(['4900.00', '5100.00'])
    expect(await ledgerProblems(sql)).toEqual([])
    expect(await findAll()).toEqual([])
  })

  test('shows on the payee’s statement with the payer’s name', async () => {
    const payment = await payOnce(alice, bob, '12.34', 'LUNCH')
    await breakCredit(payment, bob)
    await repairAs(repairer, [payment])
    const [row] = await as(bob)<{ entries: unknown[] }[]>`
        select public.get_statement('-infinity', 'infinity') -> 'entries' as entries`
    expect(row?.entries.at(-1)).toMatchObject({ description: 'Alice Archer', reference: 'LUNCH', amount: 12.34 })
  })
})

test('keeps an existing transaction of the payee and sets its time to the repair', async () => {
  const payment = await pay(alice, bob, '10')
  const [row] = await sql`select id from public.transactions where user_id = ${bob.id}`
  await changeLedger(
    (db) => db`delete from private.ledger_entries where movement_id = ${payment} and account_id = ${bob.account.id}`,
  )
  await sql`update public.accounts set balance = 5000 where id = ${bob.account.id}`
  await repairAs(repairer, [payment])
  expect(
    await sql`
      select t.id, t.created_at = r.repaired_at as in_time
      from public.transactions t, private.repair_run_payments r where t.user_id = ${bob.id} and r.transaction_id = ${payment}`,
  ).toEqual([{ id: row?.id, in_time: true }])
  expect(await ledgerProblems(sql)).toEqual([])
})

test('credits a payment to a number that became an account afterwards', async () => {
  const answer = await payAs(sql, alice, {
    name: 'Early',
    sortCode: '20-99-99',
    accountNumber: '87654321',
    amount: '10',
  })
  expect(await findAll()).toEqual([])
  const early = await addCustomer(sql, 'Early Bird')
  await sql`
    update public.accounts set sort_code = '20-99-99', account_number = '87654321' where id = ${early.account.id}`
  expect(await repairAs(repairer, [answer.transaction_id])).toMatchObject([
    { recipient_name: 'Early Bird', old_balance: '5000.00', new_balance: '5010.00' },
  ])
  expect(await ledgerProblems(sql)).toEqual([])
})

test('searches a long list in steps and finds each broken payment once', async () => {
  const payments: string[] = []
  for (const amount of ['1', '2']) {
    const payment = await pay(alice, bob, amount)
    await loseCredit(payment, bob)
    payments.push(payment)
  }
  // Puts the two far apart in time, so that they are found in different steps.
  await sql`update public.transactions set created_at = '2026-01-01Z' where id = ${payments[0] ?? null}`
  await changeLedger(
    (db) => db`update private.ledger_entries set created_at = '2026-01-01Z' where movement_id = ${payments[0] ?? null}`,
  )
  await sql`
    insert into public.transactions (movement_id, user_id, from_account_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name)
    select gen_random_uuid(), ${alice.id}, ${alice.account.id}, timestamptz '2026-05-01Z' - (n / 7) * interval '1 minute', 1, '12-34-56', '12345678', 'Shop'
    from generate_series(1, 15000) n`
  const steps = [await findAs(repairer)]
  while (steps.at(-1)?.next_before && steps.length < 5) steps.push(await findAs(repairer, steps.at(-1)))
  expect(steps.map(({ repairs }) => repairs.map(({ transaction_id: id }) => id))).toEqual([
    [payments[1]],
    [payments[0]],
  ])
  expect(steps.map(({ progress }) => progress)).toEqual([expect.any(Number), 1])
  expect(steps[0]?.progress).toBeGreaterThan(0)
  expect(steps[0]?.progress).toBeLessThan(1)
})

test('returns broken payments in pages of a hundred', async () => {
  await sql`update public.accounts set balance = balance - 205 where id = ${alice.account.id}`
  await sql`
    with paid as (
      insert into public.transactions (movement_id, user_id, from_account_id, created_at, amount, to_sort_code, to_account_number, to_account_holder_name)
      select gen_random_uuid(), ${alice.id}, ${alice.account.id}, now() - n * interval '1 second', 1, ${bob.account.sort_code}, ${bob.account.account_number}, 'Bob'
      from generate_series(1, 205) n
      returning movement_id, created_at
    )
    insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
    select movement_id, ${alice.account.id}, created_at, -1, 5000 - row_number() over (order by created_at) from paid order by created_at`
  const steps = [await findAs(repairer)]
  while (steps.at(-1)?.next_before && steps.length < 9) steps.push(await findAs(repairer, steps.at(-1)))
  expect(steps.map(({ repairs }) => repairs.length)).toEqual([100, 100, 5])
  for (const { repairs } of steps)
    await repairAs(
      repairer,
      repairs.map(({ transaction_id: id }) => id),
    )
  expect(await balanceOf(bob)).toBe('5205.00')
  expect(await findAll()).toEqual([])
  expect(await ledgerProblems(sql)).toEqual([])
})
