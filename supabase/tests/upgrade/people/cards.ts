import { randomBytes, randomUUID } from 'node:crypto'
import { type Authorisation, authorisation, cardOf, messageAbout, processMessage, renew } from '../../fixtures/cards'
import { payAs, payeeAt } from '../../fixtures/payments'
import { pinOf } from '../../fixtures/staff'
import { runJob } from '../../fixtures/jobs'
import type { World } from './world'

/** Cards in every state, with payments that are held, cleared, reversed, expired, refunded and refused. */
export async function addCards(world: World): Promise<void> {
  const { sql, as, agent, customer, customers } = world
  await addCardPayments(world)
  for (const [name, reason] of [
    ['Lois Lost', 'lost'],
    ['Stig Stolen', 'stolen'],
    ['Dan Damaged', 'damaged'],
  ] as const) {
    const person = await customer(name)
    await as(person)`select public.replace_card(${(await cardOf(sql, person)).id}, ${reason})`
  }
  const [renewed, frozen, byStaff] = await customers('Rene Renewed', 'Fran Frozen', 'Fleur Frozen')
  await renew(sql, await cardOf(sql, renewed))
  await as(frozen)`select public.set_card_frozen(${(await cardOf(sql, frozen)).id}, true)`
  await as(
    agent,
  )`select public.freeze_user_card(${byStaff.id}, ${(await cardOf(sql, byStaff)).id}, 'Reported by phone')`
  const pin = await pinOf(sql, renewed)
  await as(renewed)`select public.record_card_reveal('card_pin', ${pin})`
}

async function addCardPayments({ sql, as, customer }: World) {
  const owner = await customer('Cara Cards')
  const card = await cardOf(sql, owner)
  const pay = async (change: Partial<Authorisation> = {}, at?: Date) => {
    const id = randomUUID()
    await processMessage(sql, authorisation({ card: card.id, amount: '20.00', id, ...change }), at)
    return id
  }
  const about = (original: string, type: 'clear' | 'reverse' | 'refund', amount: string) =>
    processMessage(sql, messageAbout(original, type, amount))
  await pay()
  await pay({ entry: 'contactless', amount: '4.50', merchant: 'The Copper Kettle', mcc: '5814' })
  await about(await pay({ entry: 'online' }), 'clear', '20.00')
  await about(await pay({ entry: 'cash', mcc: '6011' }), 'clear', '20.00')
  await about(await pay({ country: 'FR', merchantCurrency: 'EUR', merchantAmount: '23.00' }), 'clear', '20.00')
  await about(await pay(), 'reverse', '20.00')
  // A reversal that arrives before its payment.
  await processMessage(sql, messageAbout(randomUUID(), 'reverse', '8.00'))
  const refunded = await pay()
  await about(refunded, 'clear', '20.00')
  await about(refunded, 'refund', '5.00')
  await pay({ amount: '7.00' }, new Date(Date.now() - 9 * 864e5))
  await runJob(sql, 'release-expired-card-payments')
  await as(owner)`
    select public.set_card_controls(
      p_card_id => ${card.id}, p_online => false, p_cash => false, p_abroad => false, p_contactless => false, p_gambling => false,
      p_purchase_limit => '100', p_daily_limit => '200'
    )`
  await pay({ entry: 'online' })
  await pay({ amount: '150.00' })
  const shortOf = await customer('Mo Short')
  const shorts = await cardOf(sql, shortOf)
  const id = randomUUID()
  await processMessage(sql, authorisation({ card: shorts.id, amount: '100.00', id, mcc: '5812' }))
  await payAs(sql, shortOf, { ...payeeAt(owner), amount: '4900.00' })
  // The tip is more than what is left.
  await processMessage(sql, messageAbout(id, 'clear', '115.00'))
  await sql`insert into private.card_signatures (signature) values (${randomBytes(32).toString('hex')})`
}
