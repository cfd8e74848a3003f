import { sendClaim } from '../../fixtures/claims'
import { setUndoWindow } from '../../fixtures/outgoingPayments'
import { externalPayee, payAs, payeeAt } from '../../fixtures/payments'
import type { Customer } from '../../fixtures/people'
import type { World } from './world'

/** Cases of each kind that customers open, open and decided, and what staff do with them. */
export async function addCases(world: World): Promise<void> {
  await addClaims(world)
  await addPaymentReviews(world)
  await addComplaints(world)
}

async function addClaims({ sql, as, agent, second, customer, customers, approve }: World) {
  const [victim, receiver] = await customers('Vera Victim', 'Rob Receiver')
  const claim = async (amount: string, kind = 'scam', who: Customer = victim, payee = receiver) => {
    const { transaction_id: paid } = await payAs(sql, who, { ...payeeAt(payee), amount })
    return sendClaim(sql, who, paid, { kind, at: new Date().toISOString() })
  }
  const stopped = await claim('110.00')
  await as(agent)`select public.assign_case(${stopped})`
  await as(agent)`select public.ask_case_customer(${stopped}, 'Who asked you to pay?', true)`
  const answered = await claim('120.00', 'unauthorised')
  await as(agent)`select public.assign_case(${answered})`
  await as(agent)`select public.ask_case_customer(${answered}, 'Where is your card?', false)`
  await as(victim)`select public.answer_case(${answered}, 'In my bag')`
  const handedOver = await claim('130.00')
  await as(agent)`select public.add_case_note(${handedOver}, 'Called the customer')`
  await as(agent)`select public.assign_case(${handedOver}, ${second.id})`
  await as(
    agent,
  )`select public.decide_claim(${await claim('140.00', 'unauthorised')}, true, 'Gave the PIN away', 'negligence')`
  const [received] = await sql<{ id: string }[]>`select id from private.cases where kind = 'received' limit 1`
  await setUndoWindow(sql, receiver, '60')
  const { transaction_id: leaving } = await payAs(sql, receiver, { ...payeeAt(victim), amount: '9.00' })
  await sql`update public.outgoing_payments set send_at = now() + interval '1 hour' where id = ${leaving}`
  await as(second)`select public.hold_leaving_payments(${received?.id ?? ''}, 'Claims name it')`
  await as(second)`select public.decide_received(${received?.id ?? ''}, true, 'Spoke to them')`

  const other = await customer('Vic Victim')
  await claim('15.00', 'scam', other)
  // Each payee is held after three reports.
  const [another, vin, von, vy] = await customers('Ron Receiver', 'Vin Victim', 'Von Victim', 'Vy Victim')
  const large = await claim('800.00', 'scam', vin, another)
  await as(agent)`select public.decide_claim(${large}, false, 'A scam')`
  await approve(second)
  const waiting = await claim('700.00', 'scam', von, another)
  await as(agent)`select public.decide_claim(${waiting}, false, 'A scam')`
  const late = await claim('50.00', 'unauthorised', vy, another)
  await sql`update private.cases set expired_at = now(), due_at = opened_at + interval '1 minute' where id = ${late}`
  // Those that were saved and not sent.
  for (const [kind, ways] of [
    ['scam', ['message', 'email', 'online', 'person', 'other']],
    ['unauthorised', ['safe', 'lost', 'shared']],
  ] as const)
    for (const reached of ways) {
      const { transaction_id: paid } = await payAs(sql, other, { ...payeeAt(another), amount: '3.00' })
      await as(other)`select public.save_claim(${paid}, ${kind}, 'A friend', ${reached}, 'Pay today')`
    }
}

async function addPaymentReviews({ sql, as, agent, second, customers }: World) {
  const [payer, payee] = await customers('Perry Payer', 'Polly Payee')
  await setUndoWindow(sql, payer, '60')
  const review = async () => {
    const { transaction_id: id } = await payAs(sql, payer, { ...payeeAt(payee), amount: '40.00' })
    await as(agent)`select public.start_payment_review(${id}, 'A scam is going round', 'The account is new.')`
    const [opened] = await sql<{ id: string }[]>`select id from private.payment_reviews where payment_id = ${id}`
    return opened?.id ?? ''
  }
  await review()
  await as(second)`select public.decide_payment_review(${await review()}, false, 'Spoke to them')`
  await as(second)`select public.decide_payment_review(${await review()}, true, 'They were tricked')`
  const extended = await review()
  const [last] = await sql<{ day: string }[]>`
    select private.due_day(last_at)::text as day from private.cases where id = ${extended}`
  await as(agent)`select public.extend_payment_review(${extended}, 'Waits for the police', ${last?.day ?? ''})`
}

async function addComplaints({ sql, as, agent, customer }: World) {
  const complain = async (topic: string, payment: string | null = null) => {
    const person = await customer(`Cleo ${topic[0]?.toUpperCase()}${topic.slice(1)}`)
    const [row] = await as(person)<{ id: string }[]>`
      select public.open_complaint(${topic}, 'This took days', 'An apology', ${payment}) as id`
    return { person, id: row?.id ?? '' }
  }
  const decide = (id: string, outcome: string, redress = '0') =>
    as(
      agent,
    )`select public.decide_complaint(${id}, ${outcome}, 'We looked at it', ${redress}, ${outcome === 'resolved'})`
  const open = await complain('app')
  await as(agent)`select public.update_complaint(${open.id}, 'We are looking at it')`
  await decide((await complain('card')).id, 'resolved')
  await decide((await complain('person')).id, 'upheld', '25.00')
  await decide((await complain('other')).id, 'partly_upheld')
  const again = await complain('app')
  await decide(again.id, 'not_upheld')
  await as(again.person)`select public.reopen_complaint(${again.id}, 'You missed the second day')`
  await decide((await complain('app')).id, 'not_upheld')
  const payer = await customer('Cleo Payer')
  const { transaction_id: paid } = await payAs(sql, payer, { ...externalPayee, amount: '5.00' })
  const [late] = await as(payer)<{ id: string }[]>`
    select public.open_complaint('payment', 'It came late', 'The money back', ${paid}) as id`
  await as(agent)`select public.send_holding_response(${late?.id ?? ''}, 'The other bank has not answered')`
}
