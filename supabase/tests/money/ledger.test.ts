import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Db, refusalOf, withRollback, setCaller } from '../fixtures/database'
import { addCustomer, aCustomer, withPeople } from '../fixtures/people'
import { payAs, externalPayee, ledgerProblems } from '../fixtures/payments'

const { sql, customer } = withPeople({ customer: aCustomer() }, { once: true })

beforeAll(async () => {
  await payAs(sql, customer, { ...externalPayee, amount: '10' })
})

describe('the ledger', () => {
  test('the ledger has two entries that sum to zero for each movement', async () => {
    const entries = await sql`
      select e.amount, e.balance_after, l.name from private.ledger_entries e
      left join private.ledger_accounts l on l.id = e.account_id
      where e.movement_id in (
        select movement_id from private.ledger_entries where account_id = ${customer.account.id}
      ) order by e.id`
    expect(entries).toEqual([
      { amount: '-5000.00', balance_after: null, name: 'opening balances' },
      { amount: '5000.00', balance_after: '5000.00', name: null },
      { amount: '-10.00', balance_after: '4990.00', name: null },
      { amount: '10.00', balance_after: null, name: 'outside world' },
    ])
  })

  test.each(['ledger_entries', 'audit_log'])(
    'refuses changes to the append-only table %s, also by the owner',
    (table) =>
      withRollback(sql, async (db) => {
        await db`select private.audit('tested')`
        // An audit row joins the chain at commit, and here immediately.
        await db`set constraints all immediate`
        const name = db(`private.${table}`)
        expect((await refusalOf(db, (q) => q`update ${name} set created_at = now() where true`)).code).toBe('PT403')
        expect((await refusalOf(db, (q) => q`delete from ${name} where true`)).code).toBe('PT403')
        expect((await refusalOf(db, (q) => q`truncate ${name}`)).code).toBe('PT403')
      }),
  )

  test.each(['NaN', '0', '-1', null])('refuses the amount %s', (amount) =>
    withRollback(sql, async (db) => {
      const move = (q: typeof db) => q`
        select private.move_money(
          gen_random_uuid(), ${customer.account.id}, private.ledger_account('outside world'), ${amount}::text::numeric, now()
        )`
      // NaN is above every balance.
      expect((await refusalOf(db, move)).code).toMatch(/^(PT400|PT402|23514)$/)
    }),
  )

  test('refuses to move money to a missing account or to the same account', () =>
    withRollback(sql, async (db) => {
      const move = (target: string) => (q: typeof db) =>
        q`select private.move_money(gen_random_uuid(), ${customer.account.id}, ${target}, 1, now())`
      expect((await refusalOf(db, move(customer.id))).code).toBe('PT404')
      expect((await refusalOf(db, move(customer.account.id))).code).toBe('PT400')
    }))

  test('refuses what would take a balance above the highest that the column stores', () =>
    withRollback(sql, async (db) => {
      await db`update public.accounts set balance = 999999999990 where id = ${customer.account.id}`
      const receive = (amount: string) => (q: typeof db) =>
        q`
        select private.move_money(
          gen_random_uuid(), private.ledger_account('outside world'), ${customer.account.id}, ${amount}::text::numeric, now()
        )`
      expect((await refusalOf(db, receive('10'))).code).toBe('PT409')
      await receive('9.99')(db)
      expect(await db`select balance from public.accounts where id = ${customer.account.id}`).toEqual([
        { balance: '999999999999.99' },
      ])
    }))

  test('reports in verify_ledger a balance that was changed without an entry', () =>
    withRollback(sql, async (db) => {
      expect(await ledgerProblems(db)).toEqual([])
      await db`update public.accounts set balance = 1 where id = ${customer.account.id}`
      expect(await ledgerProblems(db)).toEqual([
        {
          problem: 'balance is not the sum of the entries',
          subject_id: customer.account.id,
          expected: '4990.00',
          found: '1.00',
        },
      ])
    }))

  test('reports in verify_ledger a one-sided movement and a wrong running balance', () =>
    withRollback(sql, async (db) => {
      const [entry] = await db`
        insert into private.ledger_entries (movement_id, account_id, created_at, amount, balance_after)
        values (gen_random_uuid(), ${customer.account.id}, now(), 5, 1) returning movement_id`
      const problems = await ledgerProblems(db)
      expect(problems).toContainEqual({
        problem: 'movement does not sum to zero',
        subject_id: entry?.movement_id,
        expected: '0',
        found: '5.00',
      })
      expect(problems).toContainEqual({
        problem: 'balance after an entry is wrong',
        subject_id: customer.account.id,
        expected: '4995.00',
        found: '1.00',
      })
    }))
})

test('credits money from another bank and shows the payer', () =>
  withRollback(sql, async (db) => {
    const receive = (amount: string) => (q: typeof db) =>
      q`select private.receive_from_outside(${customer.account.id}, ('Employer', '00-07-41', '58820917'), ${amount}::numeric, 'SALARY', now())`
    expect((await refusalOf(db, receive('10.005'))).code).toBe('PT400')
    await receive('2450')(db)
    expect(await ledgerProblems(db)).toEqual([])
    await setCaller(db, customer)
    expect(await db`select balance from public.accounts`).toEqual([{ balance: '7440.00' }])
    expect(
      await db`select amount, from_account_holder_name, from_sort_code, reference from public.transactions where incoming`,
    ).toEqual([
      { amount: '2450.00', from_account_holder_name: 'Employer', from_sort_code: '00-07-41', reference: 'SALARY' },
    ])
  }))

test('locks the account with the lower id first also where it takes back from a closed one', async () => {
  const [lower, higher] = [customer.account.id, (await addCustomer(sql)).account.id].toSorted()
  await withRollback(sql, async (db) => {
    await db`select private.adjust_balance(${lower ?? ''}, 0, now())`
    await db`update public.accounts set is_closed = true where id = ${lower ?? ''}`
    await db`
      insert into private.closed_money (user_id, movement_id, created_at, amount)
      select user_id, gen_random_uuid(), now(), 5 from public.accounts where id = ${lower ?? ''}`
    // Each is told when it is locked for the movement.
    await db.unsafe(`
      create function pg_temp.note_lock() returns trigger language plpgsql as $$
      begin perform set_config('test.locks', concat(current_setting('test.locks', true), tg_table_name, ' '), true); return new; end $$;
      create trigger note_lock after update on public.accounts for each row execute function pg_temp.note_lock();
      create trigger note_lock after insert on private.closed_money for each row execute function pg_temp.note_lock()`)
    await db`select private.move_money(gen_random_uuid(), ${lower ?? ''}, ${higher ?? ''}, 5, now())`
    expect(await db`select current_setting('test.locks') as locks`).toEqual([{ locks: 'closed_money accounts ' }])
  })
})

test('locks the account with the lower id first, in any physical order of the rows, so that crossing movements cannot deadlock', async () => {
  const accounts = [customer.account.id, (await addCustomer(sql)).account.id].toSorted()
  const [lower = '', higher = ''] = accounts
  const move = (db: Db) => db`select private.move_money(gen_random_uuid(), ${higher}, ${lower}, 1, now())`
  // After ten executions the connection keeps one generic plan.
  const mover = await sql.reserve()
  for (let warmUp = 0; warmUp < 10; warmUp += 1) await move(mover)
  const [{ pid } = {}] = await mover<{ pid: number }[]>`select pg_backend_pid() as pid`
  // An update moves a row within its page. Repeats until the row with the lower id comes after the other.
  const lowerComesAfter = () => sql`
    select from public.accounts l, public.accounts h where l.id = ${lower} and h.id = ${higher} and l.ctid > h.ctid`
  for (let turn = 0; turn < 20 && (await lowerComesAfter()).length === 0; turn += 1) {
    await sql`update public.accounts set balance = balance where id = ${turn % 2 === 0 ? lower : higher}`
  }
  expect(await lowerComesAfter()).toHaveLength(1)

  let moved: PromiseLike<unknown> | undefined
  await sql.begin(async (db) => {
    await db`select from public.accounts where id = ${lower} for update`
    moved = Promise.resolve(move(mover))
    await vi.waitFor(async () => {
      const [waiting] = await sql`
        select from pg_stat_activity where pid = ${pid ?? 0} and wait_event_type = 'Lock'`
      expect(waiting).toBeDefined()
    }, 5000)
    expect(await sql`select id from public.accounts where id = ${higher} for update nowait`).toEqual([{ id: higher }])
  })
  await moved
  mover.release()
  expect(await ledgerProblems(sql)).toEqual([])
})
