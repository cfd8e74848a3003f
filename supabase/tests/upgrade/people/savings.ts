import { request } from '../../fixtures/database'
import { listAccounts, moveMoney, openSavings } from '../../fixtures/savings'
import type { World } from './world'

/** A customer with savings accounts in every colour, with goals, moves both ways and a closed account. */
export async function addSavings({ sql, as, customer }: World): Promise<void> {
  const sally = await customer('Sally Saver')
  const open = (name: string, colour: string, goal?: string, goalOn?: string) =>
    request(sql, sally, (db) => openSavings(db, { name, colour, goal: goal ?? null, goalOn: goalOn ?? null }))
  for (const colour of ['blue', 'purple', 'pink', 'orange', 'grey']) await open(`For ${colour}`, colour)
  await open('Holiday', 'green', '900.00', '2099-07-01')
  const [current, closed, holiday] = await request(sql, sally, listAccounts)
  const move = (from = '', to = '', amount = '') => request(sql, sally, (db) => moveMoney(db, from, to, amount))
  await move(current?.id, holiday?.id, '250.00')
  await move(holiday?.id, current?.id, '50.00')
  await move(current?.id, closed?.id, '20.00')
  await as(sally)`select public.close_savings_account(${closed?.id ?? ''})`
}
