import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { kinds as wordsOfKinds } from '@/features/staff/approvals/kinds'
import {
  type Db,
  type Person,
  hintOfRequest,
  nameCaller,
  refusalOf,
  untilBlocked,
  withRollback,
} from '../fixtures/database'
import { givePasskey } from '../fixtures/passkeys'
import { payAs, payeeAt, ledgerProblems } from '../fixtures/payments'
import { accountOf, addAdmin, addCustomer, anAdmin, addSuperAdmin, withPeople, aCustomer } from '../fixtures/people'
import { topicRights } from '../fixtures/realtime'
import { callAs } from '../fixtures/staff'

type Request = {
  id: string
  kind: string
  reason: string
  asked_by: string
  user_id: string
  amount_before: string | null
  amount_after: string | null
  state: string
  problem: string | null
  can_decide: boolean
  decided_by_name: string | null
  decision_reason: string | null
}

const userRights = ['approve_users', 'financial_support']
const { sql, as, asker, approver, customer } = withPeople({
  asker: anAdmin(userRights),
  approver: anAdmin(userRights),
  customer: aCustomer('Cora Customer'),
})

beforeAll(async () => {
  await sql`update private.settings set four_eyes_above = 1000 where only_row`
})

/** The hint of the refusal; null if the call succeeds, which commits it. */
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)

const balance = async (of: Person = customer) => (await accountOf(sql, of)).balance
const edit = (who: Person, to: string, seen: string, of: Person = customer) =>
  hintOf(who, (db) => db`select public.update_user(${of.id}, p_balance => ${to}, p_seen_balance => ${seen})`)
const ask = (who: Person, kind: string, about: Person, to: string | null = null, seen: string | null = null) =>
  hintOf(who, (db) => db`select public.request_approval(${kind}, ${about.id}, 'Branch asked for it', ${to}, ${seen})`)
const askForBalance = (to = '9000', seen = '5000.00') => ask(asker, 'balance', customer, to, seen)
const list = (who: Person, waiting = true) =>
  as(who)<Request[]>`select * from public.list_approval_requests(${waiting}, p_limit => 100)`
/** The newest request about this person. */
const idOf = async (about: Person = customer) => {
  const [row] = await sql<{ id: string }[]>`
    select id from private.approval_requests where user_id = ${about.id} order by id desc limit 1`
  if (!row) throw new Error('no request is stored')
  return row.id
}
const stateOf = async (about: Person = customer) =>
  (await sql`select state from private.approval_requests where id = ${await idOf(about)}`)[0]?.state as string
const approve = async (who: Person, about: Person = customer) => {
  const id = await idOf(about)
  return hintOf(who, (db) => db`select public.approve_request(${id})`)
}
const refuse = async (who: Person, reason: string | null = 'No proof', about: Person = customer) => {
  const id = await idOf(about)
  return hintOf(who, (db) => db`select public.refuse_request(${id}, ${reason})`)
}
const count = (who: Person) => callAs<number>(sql, who, (db) => db`select public.count_approval_requests() as answer`)
const kindsOfRequests = async () => {
  const [dispatcher] = await sql<{ text: string }[]>`
    select p.prosrc as text from pg_proc p where p.proname = 'request_step'`
  return [...(dispatcher?.text.matchAll(/when '(\w+)' then/g) ?? [])].map(([, kind = '']) => kind)
}
const actionsOn = async (...subjects: string[]) =>
  (
    await sql<{ action: string; actor_id: string }[]>`
      select action, actor_id from private.audit_log where subject_id in ${sql(subjects)}
        and action in ('request_approval', 'approve_request', 'refuse_request', 'withdraw_request', 'edit_balance',
          'delete_person', 'grant_role')
      order by id`
  ).map(({ action, actor_id: actor }) => [action, actor])

describe('a balance edit', () => {
  test('up to the amount needs nobody else', async () => {
    expect(await edit(asker, '6000', '5000.00')).toBeNull()
    expect(await balance()).toBe('6000.00')
  })

  test('a balance edit above the amount is refused, and nothing of the call is stored', async () => {
    expect(
      await hintOf(
        asker,
        (db) => db`
          select public.update_user(
            ${customer.id}, p_full_name => 'New Name', p_balance => '6000.01', p_seen_balance => '5000.00'
          )`,
      ),
    ).toBe('approval-needed')
    expect(await balance()).toBe('5000.00')
    expect(await sql`select full_name from public.profiles where id = ${customer.id}`).toEqual([
      { full_name: 'Cora Customer' },
    ])
  })

  test('counts together with the edits of the same administrator of the last 24 hours', async () => {
    expect(await edit(asker, '5900', '5000.00')).toBeNull()
    expect(await edit(asker, '5000', '5900.00')).toBe('approval-needed')
    expect(await edit(asker, '6000.01', '5900.00')).toBe('approval-needed')
    // On another account, and the deletion of a user with money.
    const other = await addCustomer(sql)
    expect(await edit(asker, '5100.01', '5000.00', other)).toBe('approval-needed')
    const almostEmpty = await addCustomer(sql)
    expect(await edit(approver, '4900', '5000.00', almostEmpty)).toBeNull()
    expect(await edit(asker, '5100', '5000.00', other)).toBeNull()
    // Of another administrator.
    expect(await edit(approver, '5000', '5900.00')).toBeNull()
  })

  test('a balance edit of two at once passes one', async () => {
    const own = await addCustomer(sql, 'Own Account')
    await sql`insert into public.user_roles (user_id, role) values (${own.id}, 'admin')`
    await sql`insert into public.admin_permissions values (${own.id}, 'financial_support')`
    const change = (to: string) => hintOf(own, (db) => db`select public.edit_current_account_balance(${to})`)
    const outcomes = await Promise.all([change('5600'), change('4400')])
    expect(outcomes.filter((hint) => hint === null)).toHaveLength(1)
    expect(outcomes.filter((hint) => hint === 'approval-needed')).toHaveLength(1)
  })

  test('a balance edit of the own account above the amount waits too, and another administrator decides', async () => {
    const own = await addCustomer(sql, 'Own Account')
    await sql`insert into public.user_roles (user_id, role) values (${own.id}, 'admin')`
    await sql`insert into public.admin_permissions values (${own.id}, 'financial_support')`
    expect(await hintOf(own, (db) => db`select public.edit_current_account_balance('9000')`)).toBe('approval-needed')
    expect(await ask(own, 'balance', own, '9000', '5000.00')).toBeNull()
    expect((await list(own)).map(({ id, can_decide: can }) => [id, can])).toEqual([[await idOf(own), false]])
    expect(await approve(own, own)).toBe('own-request')
    // Only a super admin changes the balance of staff.
    expect(await approve(approver, own)).toBe('no-permission')
    await sql`insert into public.user_roles (user_id, role) values (${approver.id}, 'super_admin')`
    expect(await approve(approver, own)).toBeNull()
    expect(await balance(own)).toBe('9000.00')
  })

  test('a balance edit is made with the approval, and audited for both', async () => {
    expect(await askForBalance()).toBeNull()
    expect(await balance()).toBe('5000.00')
    const shown = (await list(approver)).find(({ user_id: id }) => id === customer.id)
    expect(shown).toMatchObject({
      kind: 'balance',
      reason: 'Branch asked for it',
      asked_by: asker.id,
      amount_before: '5000.00',
      amount_after: '9000.00',
      problem: null,
      can_decide: true,
    })
    expect(await approve(approver)).toBeNull()
    expect(await balance()).toBe('9000.00')
    expect(await actionsOn(customer.id, customer.account.id)).toEqual([
      ['request_approval', asker.id],
      ['approve_request', approver.id],
      ['edit_balance', approver.id],
    ])
    expect((await list(approver, false)).find(({ user_id: id }) => id === customer.id)).toMatchObject({
      state: 'approved',
      decided_by_name: 'Test Admin',
    })
    // What a second person approved does not count.
    expect(await edit(approver, '9900', '9000.00')).toBeNull()
  })

  test('works as specified while the setting is off', async () => {
    await sql`update private.settings set four_eyes_above = null where only_row`
    try {
      expect(await edit(asker, '0', '5000.00')).toBeNull()
      expect(await balance()).toBe('0.00')
      const superAdmin = await addSuperAdmin(sql)
      expect(await hintOf(superAdmin, (db) => db`select public.make_super_admin(${customer.id})`)).toBeNull()
      const leaver = await addCustomer(sql)
      expect(await hintOf(asker, (db) => db`select public.delete_person(${leaver.id})`)).toBeNull()
    } finally {
      await sql`update private.settings set four_eyes_above = 1000 where only_row`
    }
  })
})

describe('a deletion', () => {
  const remove = (who: Person) => hintOf(who, (db) => db`select public.delete_person(${customer.id})`)
  const exists = async () => (await sql`select from auth.users where id = ${customer.id}`).length === 1
  const preview = async () => {
    await as(asker)`select public.record_user_view(${customer.id}, 'asked')`
    const [row] = await as(asker)<
      { needs_approval: boolean }[]
    >`select needs_approval from public.preview_deletion(${customer.id})`
    return row?.needs_approval
  }

  test('a deletion of a user with more than the amount waits, and is carried out with the approval', async () => {
    expect(await preview()).toBe(true)
    expect(await remove(asker)).toBe('approval-needed')
    expect(await exists()).toBe(true)
    expect(await ask(asker, 'deletion', customer)).toBeNull()
    expect(await approve(approver)).toBeNull()
    expect(await exists()).toBe(false)
    expect(await actionsOn(customer.id)).toEqual([
      ['request_approval', asker.id],
      ['approve_request', approver.id],
      ['delete_person', approver.id],
    ])
    expect((await list(asker, false)).some(({ user_id: id }) => id === customer.id)).toBe(true)
  })

  test('a deletion of a user with less needs nobody else, unless the same administrator has just lowered the balance', async () => {
    await sql`select private.adjust_balance(${customer.account.id}, 900, now(), ${randomUUID()})`
    expect(await preview()).toBe(false)
    expect(await edit(asker, '400', '900.00')).toBeNull()
    expect(await preview()).toBe(false)
    expect(await edit(asker, '800', '400.00')).toBeNull()
    expect(await preview()).toBe(true)
    expect(await remove(asker)).toBe('approval-needed')
    expect(await remove(approver)).toBeNull()
  })

  test('expires when the money changes', async () => {
    expect(await ask(asker, 'deletion', customer)).toBeNull()
    const payer = await addCustomer(sql)
    await payAs(sql, payer, { ...payeeAt(customer), amount: '10' })
    expect(await approve(approver)).toBe('request-outdated')
    expect(await exists()).toBe(true)
  })

  test('deletions of one administrator within 24 hours count together', async () => {
    const [first, second] = [await addCustomer(sql, 'First Leaver'), await addCustomer(sql, 'Second Leaver')]
    for (const { account } of [first, second])
      await sql`select private.adjust_balance(${account.id}, 600, now(), ${randomUUID()})`
    const removes = (who: Person, leaver: Person) => hintOf(who, (db) => db`select public.delete_person(${leaver.id})`)
    expect(await removes(asker, first)).toBeNull()
    expect(await removes(asker, second)).toBe('approval-needed')
    expect((await sql`select from public.profiles where id = ${second.id}`).length).toBe(1)
    // Of another administrator.
    expect(await removes(approver, second)).toBeNull()
  })

  test('a deletion of oneself or of staff is not requested', async () => {
    const superAdmin = await addSuperAdmin(sql)
    expect(await ask(asker, 'deletion', asker)).toBe('own-rights')
    expect(await ask(asker, 'deletion', superAdmin)).toBe('no-permission')
    expect(await ask(asker, 'deletion', approver)).toBe('no-permission')
  })
})

describe('a new super admin', () => {
  const isSuper = async () =>
    (await sql`select from public.user_roles where user_id = ${customer.id} and role = 'super_admin'`).length === 1

  test('waits for a second super admin', async () => {
    const [first, second] = [await addSuperAdmin(sql), await addSuperAdmin(sql)]
    expect(await hintOf(first, (db) => db`select public.make_super_admin(${customer.id})`)).toBe('approval-needed')
    expect(await ask(asker, 'super_admin', customer)).toBe('no-permission')
    expect(await ask(first, 'super_admin', first)).toBe('own-rights')
    expect(await ask(first, 'super_admin', customer)).toBeNull()
    expect(await approve(first)).toBe('own-request')
    expect(await approve(approver)).toBe('no-permission')
    expect(await isSuper()).toBe(false)
    expect(await approve(second)).toBeNull()
    expect(await isSuper()).toBe(true)
    expect(await ask(first, 'super_admin', customer)).toBe('already-super-admin')
    expect(await hintOf(first, (db) => db`select public.make_super_admin(${customer.id})`)).toBeNull()
    expect(await actionsOn(customer.id)).toEqual([
      ['request_approval', first.id],
      ['approve_request', second.id],
      ['grant_role', second.id],
    ])
  })
})

describe('the removal of a passkey', () => {
  const passkeyOf = async (owner: Person) => {
    const credential = await givePasskey(sql, owner, 'Lost phone')
    const [row] = await sql<{ id: string }[]>`select id from private.passkeys where credential_id = ${credential}`
    return row?.id ?? null
  }
  const askRemoval = (who: Person, owner: Person, passkey: string | null, reason = 'Lost the phone') =>
    hintOf(who, (db) => db`select public.request_passkey_removal(${owner.id}, ${passkey}, ${reason})`)
  const left = async ({ id }: Person) =>
    (
      await sql`
        select (select count(*)::int from private.passkeys where user_id = ${id}) as passkeys,
          (select count(*)::int from auth.sessions where user_id = ${id}) as sessions`
    )[0]
  const titles = async ({ id }: Person) =>
    (await sql`select title from private.security_mails where user_id = ${id} order by created_at, id`).map(
      ({ title }) => String(title),
    )

  test('is made by two administrators, signs the owner out and tells them twice', async () => {
    const owner = await addCustomer(sql)
    const passkey = await passkeyOf(owner)
    expect(await askRemoval(asker, owner, passkey)).toBeNull()
    expect(await askRemoval(approver, owner, passkey)).toBe('approval-pending')
    expect(await approve(asker, owner)).toBe('own-request')
    expect(await left(owner)).toEqual({ passkeys: 1, sessions: 1 })
    expect(await titles(owner)).toEqual(['We were asked to remove a passkey'])
    expect((await list(approver)).find(({ user_id: id }) => id === owner.id)).toMatchObject({
      kind: 'passkey',
      reason: 'Lost the phone',
      can_decide: true,
      problem: null,
    })
    expect(await approve(approver, owner)).toBeNull()
    expect(await left(owner)).toEqual({ passkeys: 0, sessions: 0 })
    expect(await titles(owner)).toEqual(['We were asked to remove a passkey', 'A passkey was removed'])
    expect(await askRemoval(asker, owner, passkey)).toBe('no-passkey')
  })

  test('is refused about oneself, about staff, for a passkey of another, and without a reason', async () => {
    const owner = await addCustomer(sql)
    const passkey = await passkeyOf(owner)
    expect(await askRemoval(asker, customer, passkey)).toBe('no-passkey')
    expect(await askRemoval(asker, owner, null)).toBe('no-passkey')
    expect(await askRemoval(asker, owner, passkey, ' ')).toBe('field:reason')
    expect(await askRemoval(asker, asker, await passkeyOf(asker))).toBe('own-rights')
    const staff = await addAdmin(sql, ['approve_users'])
    const ofStaff = await passkeyOf(staff)
    expect(await askRemoval(asker, staff, ofStaff)).toBe('no-permission')
    const superAdmin = await addSuperAdmin(sql, 'Test Super', ['approve_users'])
    await sql`insert into public.user_roles (user_id, role) values (${superAdmin.id}, 'admin')`
    expect(await askRemoval(superAdmin, staff, ofStaff)).toBeNull()
    // Those who may not ask may not approve.
    expect(await approve(approver, staff)).toBe('no-permission')
    expect(await approve(staff, staff)).toBe('no-permission')
    expect(await left(staff)).toMatchObject({ passkeys: 1 })
    expect(await titles(owner)).toEqual([])
  })

  test('is no longer approved after the owner has removed it, or by an account that the asker could use', async () => {
    const owner = await addCustomer(sql)
    const passkey = await passkeyOf(owner)
    const second = await addAdmin(sql, ['approve_users'])
    await sql`
      insert into private.audit_log (actor_id, action, subject_kind, subject_id)
      values (${asker.id}, 'view_pin', 'person', ${second.id})`
    expect(await askRemoval(asker, owner, passkey)).toBeNull()
    expect(await approve(second, owner)).toBe('not-independent')
    await sql`delete from private.passkeys where id = ${passkey}`
    expect(await approve(approver, owner)).toBe('request-outdated')
  })
})

describe('a request of an administrator whose account is frozen', () => {
  // A thief may have asked before the owner froze the account.
  test('is not approved, and nor is one that the frozen account decides', async () => {
    const thief = await addAdmin(sql, userRights)
    const owner = await addCustomer(sql)
    expect(await ask(thief, 'deletion', owner)).toBeNull()
    await as(thief)`select public.freeze_my_account()`
    expect(await approve(approver, owner)).toBe('asker-lost-right')
    expect(await stateOf(owner)).toBe('waiting')
    expect(await refuse(thief, 'No', owner)).toBe('account-frozen')
  })
})

describe('unfreezing an account', () => {
  const freeze = (owner: Person) => as(owner)`select public.freeze_my_account()`
  const stateOfFreeze = async ({ id }: Person) =>
    (
      await sql<{ frozen: boolean; minutes: number | null }[]>`
        select frozen_at is not null as frozen, round(extract(epoch from unfreezes_at - now()) / 60)::int as minutes
        from public.profiles where id = ${id}`
    )[0]
  const mailsAbout = async ({ id }: Person) =>
    (
      await sql<{ title: string }[]>`
        select title from private.security_mails where user_id = ${id} and title ~ 'unfr' order by created_at, id`
    ).map(({ title }) => title)

  test('is agreed by two administrators, and then takes an hour in which the owner can keep it frozen', async () => {
    const owner = await addCustomer(sql)
    await freeze(owner)
    expect(await ask(asker, 'unfreeze', owner)).toBeNull()
    expect(await ask(approver, 'unfreeze', owner)).toBe('approval-pending')
    expect(await approve(asker, owner)).toBe('own-request')
    expect(await stateOfFreeze(owner)).toEqual({ frozen: true, minutes: null })
    expect(await mailsAbout(owner)).toEqual(['We were asked to unfreeze your account'])
    expect(await approve(approver, owner)).toBeNull()
    expect(await stateOfFreeze(owner)).toEqual({ frozen: true, minutes: 60 })
    expect(await mailsAbout(owner)).toEqual(['We were asked to unfreeze your account', 'Your account will be unfrozen'])
    expect(await ask(asker, 'unfreeze', owner)).toBe('not-frozen')

    await freeze(owner)
    expect(await stateOfFreeze(owner)).toEqual({ frozen: true, minutes: null })
  })

  test('is refused without the right, about oneself, about staff and without a freeze', async () => {
    const owner = await addCustomer(sql)
    expect(await ask(asker, 'unfreeze', owner)).toBe('not-frozen')
    await freeze(owner)
    const agent = await addAdmin(sql, ['manage_chat', 'financial_support'])
    const colleague = await addAdmin(sql, ['approve_users'])
    await freeze(colleague)
    expect(await ask(asker, 'unfreeze', colleague)).toBe('no-permission')
    expect(await ask(colleague, 'unfreeze', owner)).toBe('account-frozen')
    expect(await ask(asker, 'unfreeze', owner)).toBeNull()
    expect(await approve(agent, owner)).toBe('no-permission')
    expect(await approve(colleague, owner)).toBe('account-frozen')
    expect(await stateOfFreeze(owner)).toEqual({ frozen: true, minutes: null })
  })

  test('is not approved after the owner has begun it, or by an account that the asker could use', async () => {
    const owner = await addCustomer(sql)
    const seen = await addAdmin(sql, ['approve_users'])
    const between = await addAdmin(sql, ['approve_users'])
    await sql`
      insert into private.audit_log (actor_id, action, subject_kind, subject_id)
      values (${asker.id}, 'choose_pin', 'person', ${between.id}), (${between.id}, 'view_pin', 'person', ${seen.id})`
    await freeze(owner)
    expect(await ask(asker, 'unfreeze', owner)).toBeNull()
    for (const who of [seen, between]) expect(await approve(who, owner)).toBe('not-independent')
    await sql`select private.begin_unfreezing(${owner.id}, 'A code was used.')`
    expect(await approve(approver, owner)).toBe('request-outdated')
    await sql`select private.unfreeze(${owner.id})`
    expect(await approve(approver, owner)).toBe('request-outdated')
  })
})

describe('a decision', () => {
  test('a decision belongs to another administrator with the same rights', async () => {
    const supporter = await addAdmin(sql, ['financial_support'])
    const userAdmin = await addAdmin(sql, ['approve_users'])
    const others = [supporter, userAdmin, await addAdmin(sql, ['manage_chat']), await addSuperAdmin(sql)]
    await askForBalance()
    for (const other of [...others, customer]) {
      expect(await approve(other)).toBe('no-permission')
      expect(await refuse(other)).toBe('no-permission')
    }
    expect(await approve(asker)).toBe('own-request')
    expect((await list(userAdmin)).filter(({ user_id: id }) => id === customer.id)).toEqual([])
    expect([await stateOf(), await balance()]).toEqual(['waiting', '5000.00'])
  })

  test('a decision about oneself is refused', async () => {
    const superAdmin = await addSuperAdmin(sql)
    await sql`insert into public.user_roles values (${superAdmin.id}, 'admin')`
    await sql`
      insert into public.admin_permissions select ${superAdmin.id}, unnest(${userRights}::text[])`
    await as(approver)`select public.open_current_account()`
    await sql`insert into public.user_roles (user_id, role) values (${approver.id}, 'super_admin')`
    expect(await ask(superAdmin, 'balance', approver, '9000', '5000.00')).toBeNull()
    expect(await approve(approver, approver)).toBe('no-permission')
    expect(await balance(approver)).toBe('5000.00')
  })

  test('a decision is made once, also by two at the same time', async () => {
    const third = await addAdmin(sql, userRights)
    await askForBalance()
    const outcomes = await Promise.all([approve(approver), approve(third), refuse(third)])
    expect(outcomes.filter((hint) => hint === 'already-decided')).toHaveLength(2)
    expect(outcomes).toContain(null)
    expect(await balance()).toBe((await stateOf()) === 'approved' ? '9000.00' : '5000.00')
    expect(await approve(approver)).toBe('already-decided')
  })

  test('a decision to refuse keeps the reason', async () => {
    await askForBalance()
    expect(await refuse(approver, ' ')).toBe('field:reason')
    expect(await refuse(approver)).toBeNull()
    expect([await stateOf(), await balance()]).toEqual(['refused', '5000.00'])
    expect(await actionsOn(customer.id)).toEqual([
      ['request_approval', asker.id],
      ['refuse_request', approver.id],
    ])
    expect((await list(asker, false))[0]).toMatchObject({ decision_reason: 'No proof' })
  })

  test('the decision of the asker withdraws the request', async () => {
    await askForBalance()
    expect(await refuse(asker, 'Mistake')).toBeNull()
    expect(await stateOf()).toBe('withdrawn')
    expect(await actionsOn(customer.id)).toContainEqual(['withdraw_request', asker.id])
    expect(await approve(approver)).toBe('already-decided')
  })

  test('fails after the balance has changed, and a new request replaces the old one', async () => {
    await askForBalance()
    expect(await count(approver)).toBeGreaterThan(0)
    const before = await count(approver)
    expect(await edit(approver, '5100', '5000.00')).toBeNull()
    expect(await count(approver)).toBe(before - 1)
    expect(await approve(approver)).toBe('request-outdated')
    expect(await balance()).toBe('5100.00')
    const old = await idOf()
    expect(await askForBalance('9000', '5100.00')).toBeNull()
    expect(await sql`select state from private.approval_requests where id = ${old}`).toEqual([{ state: 'expired' }])
    expect(await approve(approver)).toBeNull()
    expect(await balance()).toBe('9000.00')
  })

  test('fails after the asker has lost the right', async () => {
    await askForBalance()
    await sql`
      delete from public.admin_permissions where admin_id = ${asker.id} and permission = 'financial_support'`
    expect((await list(approver)).find(({ user_id: id }) => id === customer.id)).toMatchObject({ problem: 'asker' })
    expect(await approve(approver)).toBe('asker-lost-right')
    expect([await stateOf(), await balance()]).toEqual(['waiting', '5000.00'])
    expect(await refuse(approver)).toBeNull()
  })

  test('fails once the asker is suspended, also after they are restored', async () => {
    const superAdmin = await addSuperAdmin(sql)
    await sql`insert into public.user_roles values (${superAdmin.id}, 'admin')`
    await sql`insert into public.admin_permissions values (${superAdmin.id}, 'approve_users')`
    await askForBalance()
    expect(await hintOf(superAdmin, (db) => db`select public.suspend_user(${asker.id})`)).toBeNull()
    expect(await approve(approver)).toBe('request-outdated')
    expect(await hintOf(superAdmin, (db) => db`select public.restore_user(${asker.id})`)).toBeNull()
    expect(await approve(approver)).toBe('request-outdated')
    expect(await balance()).toBe('5000.00')
  })

  test('waits for a suspension of the asker that has begun', async () => {
    await askForBalance()
    let approving: Promise<string | null> | undefined
    await sql.begin(async (db) => {
      await db`select private.lock_person(${asker.id})`
      await db`update public.profiles set suspended_at = now() where id = ${asker.id}`
      approving = approve(approver)
      await untilBlocked(sql, 'approve_request')
    })
    expect(await approving).toBe('request-outdated')
    expect(await balance()).toBe('5000.00')
  })

  test('fails for an approver who is suspended or has lost the right', async () => {
    await askForBalance()
    await sql`update public.profiles set suspended_at = now() where id = ${approver.id}`
    expect(await approve(approver)).toBe('session-ended')
    await sql`update public.profiles set suspended_at = null where id = ${approver.id}`
    await sql`delete from public.user_roles where user_id = ${approver.id}`
    expect(await approve(approver)).toBe('no-permission')
    expect(await balance()).toBe('5000.00')
  })

  test('fails after the user was deleted', async () => {
    await askForBalance()
    await ask(asker, 'deletion', customer)
    expect(await approve(approver)).toBeNull()
    const waiting = (await list(approver)).find(({ user_id: id }) => id === customer.id)
    expect(waiting).toMatchObject({ kind: 'balance', problem: 'changed' })
    expect(await hintOf(approver, (db) => db`select public.approve_request(${waiting?.id ?? ''})`)).toBe(
      'request-outdated',
    )
    expect(await hintOf(approver, (db) => db`select public.refuse_request(${waiting?.id ?? ''}, 'Gone')`)).toBeNull()
  })
})

describe('a request', () => {
  test.each([
    ['approval-pending', '8000', '5000.00', 'Again'],
    ['balance-changed', '9000', '4000.00', 'Why'],
    ['balance-changed', '9000', null, 'Why'],
    ['field:balance', '5000', '5000.00', 'Why'],
    ['field:balance', '-1', '5000.00', 'Why'],
    ['field:balance', null, '5000.00', 'Why'],
    ['field:balance', '1000000000', '5000.00', 'Why'],
    ['field:reason', '9000', '5000.00', ' '],
    ['field:reason', '9000', '5000.00', null],
    ['field:reason', '9000', '5000.00', '<b>'],
    ['field:reason', '9000', '5000.00', 'x'.repeat(301)],
    ['text-too-long', '9000', '5000.00', 'x'.repeat(501)],
  ])('gives the hint %s for %s, %s, %s and stores nothing', async (hint, to, seen, reason) => {
    if (hint === 'approval-pending') await askForBalance()
    const before = await sql`select id from private.approval_requests`
    expect(
      await hintOf(
        asker,
        (db) => db`select public.request_approval('balance', ${customer.id}, ${reason}, ${to}, ${seen})`,
      ),
    ).toBe(hint)
    expect(await sql`select id from private.approval_requests`).toEqual(before)
  })

  test('a request about no user, without an account or of an unknown kind is refused', async () => {
    const gone = { ...customer, id: randomUUID() }
    expect(await ask(asker, 'deletion', gone)).toBe('person-gone')
    expect(await hintOf(asker, (db) => db`select public.request_approval('deletion', null, 'Why')`)).toBe('person-gone')
    const admin = await addSuperAdmin(sql)
    await sql`insert into public.user_roles values (${admin.id}, 'admin')`
    await sql`insert into public.admin_permissions select ${admin.id}, unnest(${userRights}::text[])`
    expect(await ask(admin, 'balance', approver, '1', '0')).toBe('no-account')
    expect(await ask(asker, 'payment', customer)).toBe('PT400')
    expect(await hintOf(asker, (db) => db`select public.request_approval(null, ${customer.id}, 'Why')`)).toBe('PT400')
    expect(await hintOf(approver, (db) => db`select public.approve_request(null)`)).toBe('request-gone')
    expect(await hintOf(approver, (db) => db`select public.approve_request(${randomUUID()})`)).toBe('request-gone')
    expect(await hintOf(approver, (db) => db`select public.refuse_request(${randomUUID()}, 'No')`)).toBe('request-gone')
  })

  test('each kind of request has its words in the app', async () => {
    expect((await kindsOfRequests()).toSorted()).toEqual(Object.keys(wordsOfKinds).toSorted())
  })

  test('a request of each kind is listed for a super admin with every permission, and for no customer', async () => {
    const boss = await addSuperAdmin(sql)
    await sql`insert into public.user_roles values (${boss.id}, 'admin')`
    await sql`insert into public.admin_permissions select ${boss.id}, unnest(private.permissions())`
    for (const kind of await kindsOfRequests())
      await withRollback(sql, async (db) => {
        const listed = async (caller: Person) => {
          await nameCaller(db, caller)
          const [answer] = await db<{ listed: boolean }[]>`
            select private.request_step('listed', jsonb_populate_record(
              null::private.approval_requests, jsonb_build_object('kind', ${kind}::text, 'user_id', ${asker.id}::text)
            )) as listed`
          return answer?.listed
        }
        expect([kind, await listed(boss), await listed(customer)]).toEqual([kind, true, false])
      })
  })

  test('a request about which too little is known can neither be decided nor carried out', async () => {
    for (const kind of await kindsOfRequests())
      await withRollback(sql, async (db) => {
        await nameCaller(db, approver)
        const [answer] = await db`
          select private.can_decide(r), private.has_right_to(${approver.id}, r) is null as is_unknown,
            private.request_problem(r) is not null as ends
          from jsonb_populate_record(null::private.approval_requests, jsonb_build_object('kind', ${kind}::text)) r`
        expect([kind, answer]).toEqual([kind, { can_decide: false, is_unknown: false, ends: true }])
      })
  })

  test('a request of an unknown kind, or of one to which its asker has no right, is not stored', async () => {
    await withRollback(sql, async (db) => {
      await nameCaller(db, asker)
      const open = async (kind: string) =>
        (
          await refusalOf(
            db,
            (inner) => inner`
          select private.open_request(${kind}, 'Why', ${customer.id}, ${randomUUID()})`,
          )
        ).code
      expect(await open('other')).toBe('PT400')
      expect(await open('rules')).toBe('PT403')
      expect(await db`select from private.approval_requests where user_id = ${customer.id}`).toEqual([])
    })
  })

  test('a request is listed in pages', async () => {
    const people = await Promise.all([1, 2, 3].map(() => addCustomer(sql)))
    for (const person of people) expect(await ask(asker, 'balance', person, '9000', '5000.00')).toBeNull()
    const page = (after: string | null, waiting: boolean) =>
      as(asker)<Request[]>`select id from public.list_approval_requests(${waiting}, ${after}, 2)`
    const all = (await list(asker)).map(({ id }) => id)
    expect(all).toEqual(all.toSorted())
    expect((await page(all.at(-2) ?? null, true)).map(({ id }) => id)).toEqual(all.slice(-1))
    for (const person of people) expect(await refuse(approver, 'No', person)).toBeNull()
    const decided = (await list(asker, false)).map(({ id }) => id)
    expect(decided).toEqual(decided.toSorted().toReversed())
    expect((await page(decided[0] ?? null, false)).map(({ id }) => id)).toEqual(decided.slice(1, 3))
  })
})

test('all these changes leave the ledger consistent', async () => {
  expect(await ledgerProblems(sql)).toEqual([])
})

describe('the topic of the approvals', () => {
  const topic = 'staff:approvals'
  const rightsOf = (person: Person | 'anon', name = topic, extension?: string) =>
    topicRights(sql, person, name, extension)
  const nothing = { reads: false, writes: false }

  test('a message without content is sent when a request is made and when it is decided', async () => {
    const told = () => sql`
      select event, payload, private from realtime.messages where topic = ${topic} order by inserted_at`
    const before = (await told()).length
    const news = { event: 'changed', payload: {}, private: true }
    await askForBalance()
    expect((await told()).slice(before)).toEqual([news])
    await refuse(approver)
    expect((await told()).slice(before)).toEqual([news, news])
    expect(await edit(asker, 'not a number', '5000.00')).not.toBeNull()
    expect(await told()).toHaveLength(before + 2)
  })

  test('the topic is read by those who have a right to one of the actions, and written by no user', async () => {
    const reader = { reads: true, writes: false }
    for (const person of [asker, await addAdmin(sql, ['approve_users']), await addSuperAdmin(sql)])
      expect(await rightsOf(person)).toEqual(reader)
    const others = await addAdmin(sql, ['manage_chat', 'view_transactions', 'repair_transactions'])
    for (const person of [customer, others, 'anon'] as const) expect(await rightsOf(person)).toEqual(nothing)
  })

  test('the topic is closed after the session has ended, to presence and under other names', async () => {
    expect(await rightsOf({ ...asker, sessionId: customer.sessionId })).toEqual(nothing)
    expect(await rightsOf(asker, topic, 'presence')).toEqual(nothing)
    for (const name of ['staff:', 'staff:approvals ', 'STAFF:approvals', 'staff:users'])
      expect(await rightsOf(asker, name)).toEqual(nothing)
  })
})
