import { randomUUID } from 'node:crypto'
import { authorisation, cardOf, messageAbout, processMessage } from '../../fixtures/cards'
import { closeAccount, closingReasons, expireClosingNotice, askPayout, payOut } from '../../fixtures/closing'
import { signInAgain } from '../../fixtures/devices'
import { externalPayee, payAs, payeeAt } from '../../fixtures/payments'
import { suspendCustomer } from '../../fixtures/staff'
import { type World, done } from './world'

/** Customers whom the bank has suspended or restored, or whose account is closing, closed or deleted. */
export async function addSuspended({
  sql,
  as,
  agent,
  second,
  customer,
  customers,
  approve,
  refuse,
}: World): Promise<void> {
  for (const cause of ['fraud', 'access', 'identity', 'information', 'order', 'inquiry'])
    await suspendCustomer(sql, agent, await customer(`Sue ${cause[0]?.toUpperCase()}${cause.slice(1)}`), { cause })
  const caseOf = async ({ id }: { id: string }) =>
    (await sql<{ id: string }[]>`select id from private.cases where user_id = ${id} order by id desc limit 1`)[0]?.id ??
    ''
  const writing = await customer('Wes Writing')
  await suspendCustomer(sql, agent, writing, { cause: 'identity' })
  await as(agent)`select public.send_suspension_update(${await caseOf(writing)}, 'We still need your passport')`
  const back = await signInAgain(sql, writing)
  await as(back)`select public.write_while_suspended(${randomUUID()}, 'Here is my passport')`
  const restored = await customer('Rory Restored')
  await suspendCustomer(sql, agent, restored)
  await as(agent)`select public.restore_user(${restored.id})`
  const withNewPin = await customer('Nell Newpin')
  await suspendCustomer(sql, agent, withNewPin, { cause: 'access' })
  await as(agent)`select public.restore_user(${withNewPin.id})`

  const [noticed, withdrawn, refused, waiting] = await customers(
    'Nora Notice',
    'Walt Withdrawn',
    'Ray Refused',
    'Wim Waiting',
  )
  const ask = (person: { id: string }, kind = 'closing') =>
    as(agent)`select public.request_approval(${kind}, ${person.id}, ${closingReasons})`
  await ask(noticed)
  await approve(second)
  await ask(withdrawn)
  await approve(second)
  await as(agent)`select public.ask_to_withdraw_closing(${await caseOf(withdrawn)}, 'A mistake')`
  await approve(second)
  await ask(refused)
  await refuse(second)
  await ask(waiting)

  const [left, ended, paidOut, late, deleted] = await customers(
    'Leo Left',
    'Edna Ended',
    'Odin Paidout',
    'Lance Late',
    'Del Deleted',
  )
  await payAs(sql, left, { ...payeeAt(ended), amount: '5000.00' })
  done(await closeAccount(sql, left))
  for (const person of [ended, paidOut, late]) await expireClosingNotice(sql, person)
  done(await payOut(sql, [agent, second], paidOut, externalPayee))
  done(await askPayout(sql, agent, late, externalPayee))
  const card = (await cardOf(sql, deleted)).id
  for (const isCleared of [false, true]) {
    const id = randomUUID()
    await processMessage(sql, authorisation({ card, amount: '10.00', id }))
    if (isCleared) await processMessage(sql, messageAbout(id, 'clear', '10.00'))
  }
  await payAs(sql, deleted, { ...externalPayee, amount: '4980.00' })
  await as(agent)`select public.delete_person(${deleted.id})`
}
