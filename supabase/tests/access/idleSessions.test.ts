import { isDeepStrictEqual } from 'node:util'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import {
  type Db,
  type Person,
  refusalAs,
  refusalOf,
  request,
  withRollback,
  setCaller,
  setOwner,
  untilBlocked,
} from '../fixtures/database'
import { apiCalls } from '../fixtures/apiCalls'
import { externalPayee, ledgerProblems, makePayment } from '../fixtures/payments'
import { accountOf, addAdmin, withPeople, aCustomer } from '../fixtures/people'
import { topicRights } from '../fixtures/realtime'
import { creditDue } from '../fixtures/scheduledPayments'
import { permissions } from './rights/expectedRights'

const { sql, customer } = withPeople({ customer: aCustomer() })
const ended = { code: 'PT401', message: 'Your session has ended. Please sign in again.', detail: undefined }

/** Moves the person's last activity into the past by this interval. */
async function setIdleFor(db: Db, person: Person, interval: string) {
  await db`update auth.sessions set created_at = now() - ${interval}::interval where id = ${person.sessionId}`
  await db`
    update private.session_activity set last_active_at = now() - ${interval}::interval where session_id = ${person.sessionId}`
}

const touch = async (db: Db) => (await db`select public.touch_session() as is_counted`)[0]?.is_counted as unknown
const pay = (db: Db) => makePayment(db, { ...externalPayee, amount: '1' })

/** Runs as the customer after this idle time, in a transaction that is rolled back. */
const whenIdleFor = (interval: string, run: Parameters<typeof withRollback>[1]) =>
  withRollback(sql, async (db) => {
    await setIdleFor(db, customer, interval)
    await setCaller(db, customer)
    await run(db)
  })

describe('an idle session', () => {
  test('pays after five and a half minutes', () =>
    whenIdleFor('5 minutes 30 seconds', async (db) => {
      await pay(db)
      expect(await db`select balance from public.accounts`).toEqual([{ balance: '4999.00' }])
    }))

  test('an idle session is refused a payment after longer, and still reads', () =>
    whenIdleFor('5 minutes 31 seconds', async (db) => {
      expect(await refusalOf(db, pay)).toEqual(ended)
      expect(await db`select balance from public.accounts`).toEqual([{ balance: '5000.00' }])
      expect(await db`select id from public.transactions`).toHaveLength(0)
    }))

  test('an idle session is refused every other movement of money', async () => {
    const admin = await addAdmin(sql, ['financial_support', 'repair_transactions', 'approve_users'])
    await withRollback(sql, async (db) => {
      await setCaller(db, admin)
      await db`select public.open_current_account()`
      await setOwner(db)
      await setIdleFor(db, admin, '31 minutes')
      await setIdleFor(db, customer, '6 minutes')
      await setCaller(db, admin)
      expect(await refusalOf(db, (q) => q`select public.edit_current_account_balance('1')`)).toEqual(ended)
      expect(await refusalOf(db, (q) => q`select public.add_manual_transaction('Shop', '1')`)).toEqual(ended)
      const edit = (q: Db) => q`
        select public.update_user(${customer.id}, p_balance => '1', p_seen_balance => '5000')`
      expect(await refusalOf(db, edit)).toEqual(ended)
      await setCaller(db, customer)
      const schedulePayment = (q: Db) => q`select public.schedule_payment('1', 'Aunt', now() + interval '1 day')`
      expect(await refusalOf(db, schedulePayment)).toEqual(ended)
      await setOwner(db)
      expect((await accountOf(db, customer)).balance).toBe('5000.00')
      expect(await db`select id from public.scheduled_payments where user_id = ${customer.id}`).toHaveLength(0)
    })
    expect(await ledgerProblems(sql)).toEqual([])
  })

  // The writes that an idle session may do, with the reason.
  const allowed = [
    'choose_new_pin', // for those who cannot sign in
    'freeze_by_link', // needs no session
    'freeze_my_account', // only protects
    'get_email_by_pin', // signs in
    'limit_requests', // changes nothing
    'make_payment', // answers a retry of a payment; a new one is refused above
    'report_known_address', // for those who cannot sign in
    'report_shown_error', // keeps nothing of the caller
    'request_pin_reset', // for those who cannot sign in
    'start_passkey_sign_in', // signs in
    'stop_push', // signs out
    'touch_session', // answers that the session has ended
  ]

  test.each(['customer', 'staff'])(
    'an idle session of %s is refused by every function of the API that writes',
    async (kind) => {
      const person = kind === 'customer' ? customer : await addAdmin(sql, permissions)
      if (kind === 'staff')
        await sql`insert into public.user_roles (user_id, role) values (${person.id}, 'super_admin')`
      await setIdleFor(sql, person, '31 minutes')
      const refused: string[] = []
      const writing = (await apiCalls(sql)).filter(({ isVolatile }) => isVolatile)
      for (const { name, call } of writing) {
        const refusal = await refusalAs(sql, person, (db) => db.unsafe(call)).catch(() => null)
        if (isDeepStrictEqual(refusal, ended)) refused.push(name)
      }
      expect(writing.length).toBeGreaterThan(80)
      expect(writing.map(({ name }) => name).filter((name) => !refused.includes(name))).toEqual(allowed)
    },
  )

  test('an idle session is refused every insert, update and delete that a policy allows', async () => {
    const writes = await sql<{ table: string; action: string; query: string }[]>`
      with writes as (
        select c.oid, format('%I.%I', n.nspname, c.relname) as "table", a.action
        from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
        cross join unnest(array['insert', 'update', 'delete']) a (action)
        where p.polcmd in ('*', case a.action when 'insert' then 'a' when 'update' then 'w' else 'd' end)
          and pg_get_expr(p.polqual, p.polrelid) is distinct from 'false'
          and 'authenticated'::regrole = any (p.polroles)
      )
      select w."table", w.action, case w.action
          when 'delete' then format('delete from %s where false', w."table")
          when 'insert' then format('insert into %s (%s) select %s where false', w."table", string_agg(quote_ident(a.attname), ', '),
            string_agg('null', ', '))
          else format('update %s set %s where false', w."table", string_agg(format('%I = null', a.attname), ', '))
        end as query
      from writes w join pg_attribute a on a.attrelid = w.oid and a.attnum > 0 and not a.attisdropped
      where w.action = 'delete' or has_column_privilege('authenticated', w.oid, a.attnum, w.action)
      group by 1, 2 order by 1, 2`
    // The schema realtime belongs to the platform, so its policy refuses in place of a trigger.
    const typing = writes.filter(({ table }) => table.startsWith('realtime.'))
    expect(typing.map(({ table, action }) => `${action} ${table}`)).toEqual(['insert realtime.messages'])
    const ours = writes.filter(({ table }) => !table.startsWith('realtime.'))
    expect(ours.length).toBeGreaterThan(12)
    await whenIdleFor('6 minutes', async (db) => {
      for (const { query } of ours) expect([query, await refusalOf(db, (q) => q.unsafe(query))]).toEqual([query, ended])
    })
  })

  test('an idle session does not see a PIN in the mailbox', async () => {
    await sql`select private.notify(${customer.id}, 'security', 'A title', 'A message')`
    const admin = await addAdmin(sql, ['approve_users'])
    await request(sql, admin, (db) => db`select public.send_pin_to_inbox(${customer.id})`)
    const titles = async (db: Db) =>
      (await db`select title from public.user_notifications order by title`).map(({ title }) => String(title))
    expect(await request(sql, customer, titles)).toEqual(['A title', 'Your Security PIN'])
    await whenIdleFor('6 minutes', async (db) => {
      expect(await titles(db)).toEqual(['A title'])
    })
  })

  test('an idle session sends no typing', async () => {
    const topic = `typing:${await openChat(sql, customer)}`
    expect(await topicRights(sql, customer, topic)).toEqual({ reads: true, writes: true })
    await setIdleFor(sql, customer, '6 minutes')
    expect(await topicRights(sql, customer, topic)).toEqual({ reads: true, writes: false })
  })

  test('an idle session of staff has no right of staff', async () => {
    const admin = await addAdmin(sql, ['approve_users', 'manage_chat'])
    await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'super_admin')`
    const chat = await openChat(sql, customer)
    const isEnded = async (db: Db) => (await db`select public.end_chat(${chat}) as is_ended`)[0]?.is_ended as unknown
    await withRollback(sql, async (db) => {
      await setIdleFor(db, admin, '31 minutes')
      await setCaller(db, admin)
      for (const act of [
        (q: Db) => q`select public.record_pin_view(${customer.id})`,
        (q: Db) => q`select public.give_random_pin(${customer.id})`,
        (q: Db) => q`select public.suspend_user(${customer.id})`,
        (q: Db) => q`select public.make_super_admin(${customer.id})`,
        (q: Db) => q`select public.delete_person(${customer.id})`,
        (q: Db) => q`select * from public.list_all_transactions()`,
      ])
        expect(await refusalOf(db, act)).toEqual(ended)
      expect(await db`select id from public.chat_conversations where id = ${chat}`).toEqual([])
      expect(await refusalOf(db, isEnded)).toEqual(ended)
      await setOwner(db)
      await setIdleFor(db, admin, '30 minutes 30 seconds')
      await setCaller(db, admin)
      await db`select public.record_pin_view(${customer.id})`
      expect(await isEnded(db)).toBe(true)
    })
  })

  test('an idle session of staff gets the words for an idle session from every function that needs a right of staff', async () => {
    const admin = await addAdmin(sql, permissions)
    await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'super_admin')`
    // Those that refuse a customer without a right.
    const functions = await apiCalls(sql)
    const hintsOf = async (person: Person) => {
      const hints = new Map<string, string | undefined>()
      for (const { name, call } of functions)
        await withRollback(sql, async (db) => {
          await setCaller(db, person)
          await db.unsafe(call)
        }).catch((error: unknown) => {
          if (error instanceof postgres.PostgresError) hints.set(name, error.hint)
        })
      return hints
    }
    const ofCustomer = await hintsOf(customer)
    const forStaff = functions.map(({ name }) => name).filter((name) => ofCustomer.get(name) === 'no-permission')
    expect(forStaff.length).toBeGreaterThan(60)
    await setIdleFor(sql, admin, '31 minutes')
    const ofIdle = await hintsOf(admin)
    expect(forStaff.filter((name) => ofIdle.get(name) !== 'session-ended')).toEqual([])
  })

  test('an idle session of staff has a separate limit, which the app reads', async () => {
    const admin = await addAdmin(sql, [])
    await withRollback(sql, async (db) => {
      const limit = async () => (await db`select p.staff_idle_minutes from public.profiles p`)[0]
      await setIdleFor(db, admin, '30 minutes 30 seconds')
      await setCaller(db, admin)
      expect(await limit()).toEqual({ staff_idle_minutes: '30.00' })
      await db`select public.set_display_name('New Name')`
      await setOwner(db)
      await setIdleFor(db, admin, '30 minutes 31 seconds')
      await setCaller(db, admin)
      expect(await refusalOf(db, (q) => q`select public.set_display_name('Other Name')`)).toEqual(ended)
      await setCaller(db, customer)
      expect(await limit()).toEqual({ staff_idle_minutes: null })
    })
  })

  test('a customer who has asked for more time has 15 minutes and a half', () =>
    withRollback(sql, async (db) => {
      const payIdleFor = async (interval: string) => {
        await setOwner(db)
        await setIdleFor(db, customer, interval)
        await setCaller(db, customer)
        return pay(db)
      }
      await setCaller(db, customer)
      await db`select public.set_support_need('more_time', true)`
      await payIdleFor('15 minutes 30 seconds')
      expect(await touch(db)).toBe(true)
      await expect(payIdleFor('15 minutes 31 seconds')).rejects.toThrow(ended.message)
    }))

  test('stays idle after touch_session or a token refresh', () =>
    whenIdleFor('6 minutes', async (db) => {
      expect(await touch(db)).toBe(false)
      await setOwner(db)
      await db`update auth.sessions set refreshed_at = now(), updated_at = now() where id = ${customer.sessionId}`
      await setCaller(db, customer)
      expect(await refusalOf(db, pay)).toEqual(ended)
    }))

  test('an idle session does not affect another session of the same user', async () => {
    await withRollback(sql, async (db) => {
      await setIdleFor(db, customer, '6 minutes')
      const sessionId = '00000000-0000-4000-8000-00000000abcd'
      await db`insert into auth.sessions (id, user_id, created_at) values (${sessionId}, ${customer.id}, now())`
      await setCaller(db, { ...customer, sessionId })
      await pay(db)
      await setCaller(db, customer)
      expect(await refusalOf(db, pay)).toEqual(ended)
    })
  })
})

describe('touch_session', () => {
  test('lets an old session pay', async () => {
    await withRollback(sql, async (db) => {
      await db`update auth.sessions set created_at = now() - interval '5 minutes' where id = ${customer.sessionId}`
      await setCaller(db, customer)
      expect(await touch(db)).toBe(true)
      await setOwner(db)
      await db`update auth.sessions set created_at = now() - interval '1 hour' where id = ${customer.sessionId}`
      await setCaller(db, customer)
      await pay(db)
    })
  })

  test('writes at most every twenty seconds, and once for concurrent calls', async () => {
    await Promise.all(Array.from({ length: 5 }, () => request(sql, customer, touch)))
    const at = async () =>
      (
        await sql`select last_active_at::text as at from private.session_activity where session_id = ${customer.sessionId}`
      ).map((row) => String(row.at))
    const [first] = await at()
    expect(await at()).toHaveLength(1)
    await request(sql, customer, touch)
    expect(await at()).toEqual([first])
    await sql`update private.session_activity set last_active_at = last_active_at - interval '21 seconds' where session_id = ${customer.sessionId}`
    await request(sql, customer, touch)
    expect(await at()).not.toEqual([first])
  })

  test.each(['delete from auth.sessions where id = $1', 'delete from auth.users where id = $2'])(
    'a touch has no effect after the session has ended: %s',
    async (query) => {
      const person = { ...customer, sessionId: customer.sessionId }
      await withRollback(sql, async (db) => {
        await db`delete from public.accounts where user_id = ${person.id}`
        await db.unsafe(query.replace('$1', `'${person.sessionId}'`).replace('$2', `'${person.id}'`))
        await setCaller(db, person)
        expect(await touch(db)).toBe(false)
      })
    },
  )

  test('waits for a transaction that ends the session', async () => {
    let touched: Promise<unknown> | undefined
    await sql.begin(async (db) => {
      await db`delete from auth.sessions where id = ${customer.sessionId}`
      touched = request(sql, customer, touch)
      await untilBlocked(sql, 'touch_session')
    })
    expect(await touched).toBe(false)
  })
})

test('the limit is a setting, and null turns it off', async () => {
  await withRollback(sql, async (db) => {
    await db`update private.settings set idle_money_minutes = 2 where only_row`
    await setIdleFor(db, customer, '2 minutes 1 second')
    await setCaller(db, customer)
    expect(await refusalOf(db, pay)).toEqual(ended)
    await setOwner(db)
    await db`update private.settings set idle_money_minutes = null where only_row`
    await setCaller(db, customer)
    await pay(db)
    expect(await touch(db)).toBeNull()
    await setOwner(db)
    expect(await db`select from private.session_activity where session_id = ${customer.sessionId}`).toHaveLength(0)
  })
})

test('the job credits scheduled payments of idle users', () =>
  withRollback(sql, async (db) => {
    await db`
      insert into public.scheduled_payments (user_id, to_account_id, created_at, scheduled_for, amount, from_name)
      values (${customer.id}, ${customer.account.id}, now() - interval '2 days', now() - interval '1 day', 7, 'Aunt')`
    await setIdleFor(db, customer, '1 hour')
    expect(await creditDue(db)).toBe(1)
  }))
