import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, type Person, hintOfRequest } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { aCustomer, addAdmin, anAdmin, aSuperAdmin, withPeople } from '../fixtures/people'
import { givePasskey } from '../fixtures/passkeys'
import { canSignInWith, unusedPin } from '../fixtures/staff'

// What a member of staff has asked for or agreed to ends when they are suspended or deleted, also if they are restored: a thief
// may have had the account. What was carried out before stays.

const rights = ['approve_users', 'financial_support', 'manage_cases']
const { sql, as, asker, colleague, boss, other, customer } = withPeople({
  asker: anAdmin(rights),
  colleague: anAdmin(rights),
  boss: aSuperAdmin('Bea Boss', rights),
  other: aSuperAdmin('Olaf Other', rights),
  customer: aCustomer('Cara Customer'),
})

beforeAll(async () => {
  await sql`update private.settings set four_eyes_above = 1000 where only_row`
})
beforeEach(async () => {
  for (const { id } of [boss, other]) await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`
})

const suspend = (who: Person, by: Person = boss) => as(by)`select public.suspend_user(${who.id})`
const restore = (who: Person, by: Person = boss) => as(by)`select public.restore_user(${who.id})`
const suspendAndRestore = async (who: Person) => {
  await suspend(who)
  await restore(who)
}
/** Without the session that ended, as after a new sign-in. */
const signInAgain = async (person: Person): Promise<Person> => {
  const sessionId = randomUUID()
  await sql`
    insert into auth.sessions (id, user_id, created_at, updated_at) values (${sessionId}, ${person.id}, now(), now())`
  return { ...person, sessionId }
}
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const requestsOf = (person: Person) => sql<{ id: string; state: string }[]>`
  select id, state from private.approval_requests where asked_by = ${person.id} order by id desc limit 1`
const stateOf = async (person: Person) => (await requestsOf(person))[0]?.state
const approve = async (asked: Person, by: Person) => {
  const id = (await requestsOf(asked))[0]?.id ?? ''
  return hintOf(by, (db) => db`select public.approve_request(${id})`)
}

const ends: Record<string, (who: Person) => Promise<unknown>> = {
  'suspended and restored': suspendAndRestore,
  suspended: (who) => suspend(who),
  deleted: (who) => as(boss)`select public.delete_person(${who.id})`,
}

describe('a request for an approval', () => {
  const request = (who: Person, kind: string, about: Person = customer, reason = 'The branch asked for it') =>
    as(who)`select public.request_approval(${kind}, ${about.id}, ${reason}, '9000', '5000.00')`
  const freeze = () => as(customer)`select public.freeze_my_account()`
  const requests: Record<string, (who: Person) => Promise<unknown>> = {
    balance: (who) => request(who, 'balance'),
    deletion: (who) => request(who, 'deletion'),
    closing: (who) => request(who, 'closing', customer, 'You have not answered our letters about your income.'),
    unfreeze: async (who) => {
      await freeze()
      await request(who, 'unfreeze')
    },
    sign_in_address: (who) => as(who)`
      select public.request_new_address(${customer.id}, ${`${randomUUID()}@test.example`}, 'Lost the mailbox')`,
    passkey: async (who) => {
      if (who === asker) await givePasskey(sql, customer)
      const [passkey] = await sql<{ id: string }[]>`
        select id from private.passkeys where user_id = ${customer.id}`
      await as(who)`select public.request_passkey_removal(${customer.id}, ${passkey?.id ?? ''}, 'Lost the phone')`
    },
  }

  test.each(Object.keys(requests).flatMap((kind) => Object.keys(ends).map((end) => [kind, end] as const)))(
    'a request of the kind %s ends with its asker, who is %s',
    async (kind, end) => {
      await requests[kind]?.(asker)
      await ends[end]?.(asker)
      expect(await approve(asker, colleague)).toBe('request-outdated')
      await runJob(sql, 'end-outdated-requests')
      expect(await stateOf(asker)).toBe('expired')
      // It makes way for another one.
      await requests[kind]?.(colleague)
      expect(await approve(colleague, boss)).toBeNull()
    },
  )

  test('a request that the restored asker makes again can be approved', async () => {
    await requests.balance?.(asker)
    await suspendAndRestore(asker)
    await requests.balance?.(await signInAgain(asker))
    expect(await approve(asker, colleague)).toBeNull()
  })

  test('a request of an asker who was restored before is not touched', async () => {
    await suspendAndRestore(asker)
    await requests.balance?.(await signInAgain(asker))
    await runJob(sql, 'end-outdated-requests')
    expect(await stateOf(asker)).toBe('waiting')
  })
})

describe('the hour before an account is unfrozen', () => {
  const freezeOf = async () => {
    const [row] = await sql<{ is_frozen: boolean; is_ending: boolean }[]>`
      select frozen_at is not null as is_frozen, unfreezes_at is not null as is_ending
      from public.profiles where id = ${customer.id}`
    return row
  }
  const beginUnfreezing = async () => {
    await as(customer)`select public.freeze_my_account()`
    await as(asker)`select public.request_approval('unfreeze', ${customer.id}, 'Known on the phone')`
    expect(await approve(asker, colleague)).toBeNull()
    expect(await freezeOf()).toEqual({ is_frozen: true, is_ending: true })
  }
  const whenTheHourIsOver = () => sql`
    select private.unfreeze_if_due(${customer.id}, (select unfreezes_at from public.profiles where id = ${customer.id}))`

  test.each(
    Object.keys(ends).flatMap((end) => [['who asked for it', end] as const, ['who agreed to it', end] as const]),
  )('an account stays frozen if the administrator %s was %s since', async (who, end) => {
    await beginUnfreezing()
    await ends[end]?.(who === 'who asked for it' ? asker : colleague)
    await whenTheHourIsOver()
    expect(await freezeOf()).toEqual({ is_frozen: true, is_ending: false })
  })

  test('an account is unfrozen if both are still there, and if its owner began it after them', async () => {
    await beginUnfreezing()
    await whenTheHourIsOver()
    expect(await freezeOf()).toEqual({ is_frozen: false, is_ending: false })
    await beginUnfreezing()
    await suspend(asker)
    const owner = await signInAgain(customer)
    await as(owner)`select public.freeze_my_account()`
    await sql.begin(async (db) => {
      await db`select set_config('request.jwt.claims', ${JSON.stringify({ sub: customer.id })}, true)`
      await db`select private.begin_unfreezing(${customer.id}, 'A code was used.')`
    })
    await whenTheHourIsOver()
    expect(await freezeOf()).toEqual({ is_frozen: false, is_ending: false })
  })
})

describe('a link for a new PIN', () => {
  const ask = (person: Person) => sql`
    insert into private.pin_reset_requests (user_id) values (${person.id}) on conflict (user_id) do nothing`
  const linkTo = async (person: Person) => {
    const mails = await as('service_role')<{ recipient_email: string; pin_token: string | null }[]>`
      select recipient_email, pin_token from public.take_due_mails()`
    return mails.find(({ recipient_email: email, pin_token: token }) => email === person.email && token)?.pin_token
  }
  const choose = async (link: string | null | undefined) => {
    const pin = await unusedPin(sql)
    const [row] = await as('anon')<{ is_set: boolean }[]>`
      select public.choose_new_pin(${link ?? 'none'}, ${pin}, ${randomUUID()}) as is_set`
    return { isSet: row?.is_set, pin }
  }
  const agreements: Record<string, (by: Person, person: Person) => Promise<unknown>> = {
    'for one user': (by, person) => as(by)`select public.send_pin_to_inbox(${person.id})`,
    'for all users': (by) => as(by)`select public.send_all_pins()`,
  }

  test.each(Object.keys(agreements).flatMap((agreement) => Object.keys(ends).map((end) => [agreement, end] as const)))(
    'a link that an administrator agreed to %s does not work once they are %s',
    async (agreement, end) => {
      await ask(customer)
      await agreements[agreement]?.(asker, customer)
      const link = await linkTo(customer)
      expect(link).toMatch(/^[0-9a-f]{64}$/)
      await ends[end]?.(asker)
      expect(await choose(link)).toMatchObject({ isSet: false })
      // The request is open again, and another administrator agrees to it.
      await runJob(sql, 'delete-expired-pin-notes')
      expect([
        ...(await sql`select agreed_at, agreed_by, told_at from private.pin_reset_requests where user_id = ${customer.id}`),
      ]).toEqual([{ agreed_at: null, agreed_by: null, told_at: null }])
      await agreements[agreement]?.(colleague, customer)
      const again = await choose(await linkTo(customer))
      expect(again.isSet).toBe(true)
      expect(await canSignInWith(sql, customer, again.pin)).toBe(true)
      expect(await choose(link)).toMatchObject({ isSet: false })
    },
  )

  test('a link that was agreed to and not mailed yet is not mailed', async () => {
    await ask(customer)
    await agreements['for one user']?.(asker, customer)
    await suspend(asker)
    expect(await linkTo(customer)).toBeUndefined()
  })

  test.each(Object.keys(agreements))(
    'no link goes to a suspended member of staff, %s: neither now nor after the suspension',
    async (agreement) => {
      await ask(asker)
      await suspend(asker)
      await agreements[agreement]?.(boss, asker)
      expect(await linkTo(asker)).toBeUndefined()
      await restore(asker)
      await agreements[agreement]?.(boss, asker)
      expect((await choose(await linkTo(asker))).isSet).toBe(true)
    },
  )

  test('a link that was agreed to at the moment of the suspension sets no PIN', async () => {
    await ask(asker)
    await agreements['for one user']?.(boss, asker)
    const link = await linkTo(asker)
    // As if the two had not seen each other.
    await sql`update auth.users set banned_until = '2999-12-31' where id = ${asker.id}`
    expect(await choose(link)).toMatchObject({ isSet: false })
  })

  test('a link that was agreed to while a customer was suspended does not work once they are restored', async () => {
    await ask(customer)
    await as(colleague)`select public.suspend_user(${customer.id}, 'fraud', 'What were your payments for?')`
    await agreements['for one user']?.(boss, customer)
    const link = await linkTo(customer)
    await restore(customer)
    expect(await choose(link)).toMatchObject({ isSet: false })
  })
})

describe('a right', () => {
  test('a request to make a user a super admin ends when the user is suspended', async () => {
    await as(other)`select public.request_approval('super_admin', ${customer.id}, 'Leads the branch')`
    await as(colleague)`select public.suspend_user(${customer.id}, 'fraud', 'What were your payments for?')`
    expect(await approve(other, boss)).toBe('request-outdated')
    await runJob(sql, 'end-outdated-requests')
    expect(await stateOf(other)).toBe('expired')
  })

  test.each([
    ['admin', (who: Person) => as(boss)`select public.make_admin(${who.id})`],
    [
      'super admin',
      async (who: Person) => {
        await as(other)`select public.request_approval('super_admin', ${who.id}, 'Leads the branch')`
        const [asked] = await requestsOf(other)
        await as(boss)`select public.approve_request(${asked?.id ?? ''})`
      },
    ],
  ] as const)('a suspended user is not made %s: a super admin could not be restored', async (_, make) => {
    await as(colleague)`select public.suspend_user(${customer.id}, 'fraud', 'What were your payments for?')`
    await expect(make(customer)).rejects.toMatchObject({ code: 'PT409', hint: 'is-suspended' })
    expect(await sql`select from public.user_roles where user_id = ${customer.id}`).toHaveLength(0)
    await restore(customer)
    await make(customer)
  })

  test('the sessions from before a suspension, and what they had recorded, do not come back', async () => {
    await as(asker)`select public.record_list_view('approvals')`
    await suspendAndRestore(asker)
    expect(await hintOf(asker, (db) => db`select public.count_approval_requests()`)).toBe('session-ended')
    const again = await signInAgain(asker)
    expect(await hintOf(again, (db) => db`select * from public.list_approval_requests()`)).toBe('not-recorded')
  })
})

test('what a suspended administrator has agreed to and carried out stays', async () => {
  const leaver = await addAdmin(sql, rights)
  await as(asker)`select public.request_approval('balance', ${customer.id}, 'Branch', '9000', '5000.00')`
  expect(await approve(asker, leaver)).toBeNull()
  await suspendAndRestore(leaver)
  expect(await stateOf(asker)).toBe('approved')
})
