import { beforeAll, describe, expect, test } from 'vitest'
import { openChat } from '../fixtures/chat'
import { sendClaim } from '../fixtures/claims'
import { hintOfRequest, type Person } from '../fixtures/database'
import { externalPayee, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, addCustomer, addSuperAdmin, anAdmin, grantPermissions, withPeople } from '../fixtures/people'
import { callAs } from '../fixtures/staff'

const { sql, as, agent, second, desk, payer, payee } = withPeople(
  {
    agent: anAdmin(['manage_cases', 'approve_users', 'manage_chat', 'view_transactions']),
    second: anAdmin(['manage_cases']),
    desk: anAdmin(['approve_users', 'manage_chat', 'view_transactions']),
    payer: aCustomer('Pam Payer'),
    payee: aCustomer('Quinn Payee'),
  },
  { once: true },
)
const now = () => new Date().toISOString()
const claim = async (who: Person, payment: Parameters<typeof payAs>[2], kind = 'scam') => {
  const { transaction_id: paid } = await payAs(sql, who, payment)
  return { paid, id: await sendClaim(sql, who, paid, { kind, at: now() }) }
}
/** The claims that a search finds, in the order of the list. */
const find = async (text: string, who: Person = agent) => {
  await as(who)`select public.record_case_search(${text})`
  return (await as(who)<{ id: string }[]>`select id from public.search_cases(${text}) where kind <> 'received'`).map(
    ({ id }) => id,
  )
}
let here: { paid: string; id: string }
let away: { paid: string; id: string }
let decided: { paid: string; id: string }

beforeAll(async () => {
  await sql`update private.settings set four_eyes_above = null where only_row`
  here = await claim(payer, { ...payeeAt(payee), amount: '250.07' })
  away = await claim(payer, { ...externalPayee, name: 'Wren Removals', amount: '1234.5', reference: 'INV 2044' })
  decided = await claim(payer, { ...externalPayee, name: 'Wren Removals', amount: '12' }, 'unauthorised')
  await as(agent)`select public.decide_claim(${decided.id}, false, 'They are right')`
})

describe('a search of the cases', () => {
  test.each([
    ['the customer', () => 'pam payer', () => [here.id, away.id, decided.id]],
    ['a part of the address', () => payer.email.slice(0, -4), () => [here.id, away.id, decided.id]],
    ['the account number', () => payer.account.account_number, () => [here.id, away.id, decided.id]],
    ['the payee', () => 'wren', () => [away.id, decided.id]],
    ['the payee and the customer', () => 'Wren PAM', () => [away.id, decided.id]],
    ['a short part of a name', () => 'wr', () => [away.id, decided.id]],
    ['the amount', () => '£1,234.50', () => [away.id]],
    ['the amount with a space', () => '£ 250.07', () => [here.id]],
    ['the customer and the amount', () => 'pam 250.07', () => [here.id]],
    ['the reference of the payment', () => 'inv 2044', () => [away.id]],
    ['the number of the case', () => away.id, () => [away.id]],
    ['the beginning of that number', () => away.id.slice(0, 23), () => [away.id]],
    ['the number of the payment', () => here.paid, () => [here.id]],
    ['a part of an amount, which is no amount', () => '234.5', () => []],
    ['words of two cases', () => 'quinn wren', () => []],
    ['nothing', () => '  ', () => []],
  ])('finds by %s, open ones first', async (_what, text, wanted) => {
    const found = await find(text())
    expect(found.toSorted()).toEqual(wanted().toSorted())
    // Decided ones come last.
    expect(found.indexOf(decided.id)).toBe(wanted().includes(decided.id) ? found.length - 1 : -1)
  })

  test('is refused before it is recorded, and without the right', async () => {
    const hintOf = (who: Person, text: string) =>
      hintOfRequest(sql, who, (db) => db`select from public.search_cases(${text})`)
    expect(await hintOf(agent, 'never recorded')).toBe('not-recorded')
    await find('pam')
    expect(await hintOf(second, 'pam')).toBe('not-recorded')
    await expect(find('pam', desk)).rejects.toMatchObject({ code: 'PT403' })
    await expect(as(desk)`select from public.search_cases('pam')`).rejects.toMatchObject({ code: 'PT403' })
    await expect(find('pam', payer)).rejects.toMatchObject({ code: 'PT403' })
  })

  test('is in the audit without its text', async () => {
    await find('pam 250.07')
    const rows = await sql`
      select details from private.audit_log where actor_id = ${agent.id} and action = 'search_cases' and details <> '{}'`
    expect(rows).toEqual([])
  })

  test('leaves out the own case, that about a payment to the caller, that of other staff, and an old one', async () => {
    const colleague = await addCustomer(sql, 'Cole Colleague')
    const own = await claim(colleague, { ...payeeAt(payee), amount: '31.07' })
    const toThem = await claim(payer, { ...payeeAt(colleague), amount: '32.07' })
    await sql`insert into public.user_roles values (${colleague.id}, 'admin')`
    await grantPermissions(sql, colleague, ['manage_cases'])
    expect(await find('31.07', colleague)).toEqual([])
    expect(await find('32.07', colleague)).toEqual([])
    expect(await find('32.07')).toEqual([toThem.id])
    expect(await find('cole')).not.toContain(own.id)
    const boss = await addSuperAdmin(sql, 'Boss', ['manage_cases'])
    await sql`insert into public.user_roles values (${boss.id}, 'admin')`
    expect(await find('31.07', boss)).toEqual([own.id])
    const old = await claim(payer, { ...externalPayee, amount: '33.07' }, 'unauthorised')
    await as(agent)`select public.decide_claim(${old.id}, false, 'They are right')`
    await sql`update private.cases set decided_at = now() - interval '13 months' where id = ${old.id}`
    expect([await find('33.07'), await find('33.07', boss)]).toEqual([[], [old.id]])
    await sql`delete from private.cases where id = ${old.id}`
  })

  test('finds what an id identifies for those who may work on the case', async () => {
    const kinds = (who: Person) =>
      callAs<string[]>(sql, who, (db) => db`select public.find_id_kinds(${here.id}) as answer`)
    expect(await kinds(agent)).toEqual(['case'])
    expect(await kinds(desk)).toEqual([])
  })
})

describe('the cases beside', () => {
  type Shown = { cases: { id: string; moves: string | null; subject: string | null }[] | null }
  const places: Record<string, (who: Person) => Promise<Shown>> = {
    "the user's page": async (who) => {
      await as(who)`select public.record_user_view(${payer.id}, 'own_work')`
      return callAs<Shown>(sql, who, (db) => db`select public.get_user_page(${payer.id}) as answer`)
    },
    'the chat': async (who) => {
      const chat = await openChat(sql, payer)
      await sql`
        update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${who.id} where id = ${chat}`
      const answer = await callAs<Shown>(sql, who, (db) => db`select public.get_chat_customer(${chat}) as answer`)
      await sql`delete from public.chat_conversations where id = ${chat}`
      return answer
    },
    'the payment': async (who) => {
      await as(who)`select public.record_transaction_view(${here.paid}, 'own_work')`
      return callAs<Shown>(sql, who, (db) => db`select public.get_transaction_details(${here.paid}) as answer`)
    },
  }

  test.each(Object.entries(places))('%s are shown with the right to them only', async (place, see) => {
    const { cases } = await see(agent)
    expect(cases).toContainEqual(expect.objectContaining({ id: here.id, subject: 'Quinn Payee', moves: 'anyone' }))
    expect(cases?.at(-1)).toMatchObject(place === 'the payment' ? { id: here.id } : { id: decided.id, moves: null })
    expect((await see(desk)).cases).toBeNull()
  })

  test('a payment to a member of staff are not shown to them', async () => {
    const staff = await addCustomer(sql, 'Sal Staff')
    const { paid } = await claim(payer, { ...payeeAt(staff), amount: '41' })
    await sql`insert into public.user_roles values (${staff.id}, 'admin')`
    await grantPermissions(sql, staff, ['manage_cases', 'view_transactions'])
    await as(staff)`select public.record_transaction_view(${paid}, 'own_work')`
    const { cases } = await callAs<Shown>(
      sql,
      staff,
      (db) => db`select public.get_transaction_details(${paid}) as answer`,
    )
    expect(cases).toEqual([])
  })

  test('say who moves next', async () => {
    const next = async () =>
      (await as(agent)<{ moves: string | null }[]>`select moves from public.list_cases() where id = ${away.id}`)[0]
        ?.moves
    expect(await next()).toBe('anyone')
    await as(agent)`select public.assign_case(${away.id})`
    expect(await next()).toBe('agent')
    await as(agent)`select public.ask_case_customer(${away.id}, 'Who called?')`
    expect(await next()).toBe('customer')
    await as(agent)`select public.decide_claim(${away.id}, true, 'It is a dispute', 'not_covered')`
    expect(await next()).toBe('second')
    await sql`update private.approval_requests set state = 'withdrawn', decided_at = now() where transaction_id = ${away.id}`
    await as(payer)`select public.answer_case(${away.id}, 'A man')`
    expect(await next()).toBe('agent')
  })

  test('has the same mark in the list, in a search, on its page, and beside its customer and its payment', async () => {
    const marks = async (who: Person) => {
      await as(who)`select public.record_case_search(${here.id})`
      await as(who)`select public.record_transaction_view(${here.paid})`
      const [listed] = await as(who)`select moves, news from public.list_cases() where id = ${here.id}`
      const [found] = await as(who)`select moves, news from public.search_cases(${here.id})`
      const beside = await callAs<{ cases: { id: string; moves: string; news: string | null }[] }>(
        sql,
        who,
        (db) => db`select public.get_transaction_details(${here.paid}) as answer`,
      )
      const shown = beside.cases.find(({ id }) => id === here.id)
      return [listed, found, shown && { moves: shown.moves, news: shown.news }]
    }
    const same = (moves: string, news: string | null) => Array.from({ length: 3 }, () => ({ moves, news }))
    expect(await marks(agent)).toEqual(same('anyone', null))
    await as(agent)`select public.assign_case(${here.id})`
    await as(agent)`select public.ask_case_customer(${here.id}, 'Who called?')`
    expect(await marks(agent)).toEqual(same('customer', null))
    // On the last day the agent decides, answer or not.
    await sql`update private.cases set due_at = private.end_of_day(private.london_date(now())) where id = ${here.id}`
    expect(await marks(agent)).toEqual(same('agent', 'due'))
    await as(agent)`select public.record_case_view(${here.id})`
    expect(await callAs(sql, agent, (db) => db`select public.get_case(${here.id}) as answer`)).toMatchObject({
      moves: 'agent',
      news: 'due',
    })
    await as(agent)`select public.decide_claim(${here.id}, true, 'It is a dispute', 'not_covered')`
    expect(await marks(agent)).toEqual(same('second', null))
    expect(await as(agent)`select id from public.list_case_news() where id = ${here.id}`).toEqual([])
  })
})
