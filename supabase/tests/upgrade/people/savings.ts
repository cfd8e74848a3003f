import { authorisation, cardOf, messageAbout, processMessage } from '../../fixtures/cards'
import { request } from '../../fixtures/database'
import { createRegularMove, listAccounts, moveMoney, openSavings } from '../../fixtures/savings'
import type { World } from './world'

/** A customer with savings accounts in every colour, with goals, moves both ways and a closed account. */
export async function addSavings({ sql, as, head, customer }: World): Promise<void> {
  const sally = await customer('Sally Saver')
  const open = (name: string, colour: string, goal?: string, goalOn?: string) =>
    request(sql, sally, (db) => openSavings(db, { name, colour, goal: goal ?? null, goalOn: goalOn ?? null }))
  for (const colour of ['blue', 'purple', 'pink', 'orange', 'grey']) await open(`For ${colour}`, colour)
  await open('Holiday', 'green', '900.00', '2099-07-01')
  const [current, closed, holiday, house] = await request(sql, sally, listAccounts)
  const move = (from = '', to = '', amount = '') => request(sql, sally, (db) => moveMoney(db, from, to, amount))
  await move(current?.id, holiday?.id, '250.00')
  await move(holiday?.id, current?.id, '50.00')
  await move(current?.id, closed?.id, '20.00')
  await as(sally)`select public.close_savings_account(${closed?.id ?? ''})`

  // What leaves protected savings: taken back, made, not made and waiting. Two protections that fall.
  await as(sally)`select public.protect_savings(${holiday?.id ?? ''}, 72)`
  await as(sally)`select public.protect_savings(${house?.id ?? ''}, 24)`
  const ids: string[] = []
  for (const amount of ['1.00', '150.00', '100.00', '2.00']) {
    await move(holiday?.id, current?.id, amount)
    ids.push((await sql<{ id: string }[]>`select id from private.waiting_moves order by id desc limit 1`)[0]?.id ?? '')
  }
  const [cancelled = '', made = '', failed = ''] = ids
  await as(sally)`select public.cancel_waiting_move(${cancelled})`
  for (const id of [made, failed]) await sql`select private.make_waiting_move(${id}, now() + interval '4 days')`
  await as(sally)`select public.protect_savings(${holiday?.id ?? ''}, 24)`
  await as(sally)`select public.protect_savings(${house?.id ?? ''}, 0)`

  // Regular moves in every state, on payday too, and round-ups: one made, one still to be made.
  const repeat = async (from = '', to = '', frequency = 'weekly') =>
    (await request(sql, sally, (db) => createRegularMove(db, { from, to, frequency }))).id
  await repeat(current?.id, holiday?.id)
  await repeat(current?.id, house?.id, 'payday')
  await as(sally)`select public.set_regular_payment_state(${await repeat(house?.id, current?.id)}, 'paused')`
  await as(sally)`select public.set_round_ups(${house?.id ?? ''})`
  const card = await cardOf(sql, sally)
  const clear = async (amount: string) => {
    const approval = authorisation({ card: card.id, amount })
    await processMessage(sql, approval)
    await processMessage(sql, messageAbout(approval.id, 'clear', amount))
  }
  await clear('4.30')
  await sql`select private.round_up_payment(id) from public.card_payments where user_id = ${sally.id}`
  await clear('2.99')

  await sql`insert into private.interest_rates (starts_on, rate) values ('2026-01-01', 4.25)`
  await as(head)`
    select public.request_interest_rate('4.50', (private_day.day + 30)::text, 'The base rate rose')
    from (select (now() at time zone 'Europe/London')::date as day) private_day`
  await sql`
    update private.savings_accounts set interest_until = interest_until - 40 where account_id = ${holiday?.id ?? ''}`
  await sql`select private.earn_interest(${holiday?.id ?? ''}, now() + interval '40 days')`
}
