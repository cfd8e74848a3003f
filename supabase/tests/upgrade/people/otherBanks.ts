import { randomUUID } from 'node:crypto'
import type { JSONValue } from 'postgres'
import { type Message, addOtherBank, answerBank, inMessage, payment, receive, takeMessages } from '../../fixtures/banks'
import { sendClaim } from '../../fixtures/claims'
import { request } from '../../fixtures/database'
import { checkPayee, externalPayee, payAs } from '../../fixtures/payments'
import type { Customer } from '../../fixtures/people'
import type { World } from './world'

/** Payments to and from other banks in every state, with their messages, and recalls in both directions. */
export async function addOtherBanks(world: World): Promise<void> {
  const { sql, as } = world
  await addOtherBank(sql)
  await addOtherBank(sql, { id: 'quiet-bank', prefixes: ['77'] })
  await sql`update private.banks set is_on = false where id = 'quiet-bank'`
  await addRecovered(world)
  await addOutgoing(world, await world.customer('Bea Between'))
  await addArrived(world, await world.customer('Ian Incoming'))
  for (const isSigned of [true, false]) await sql`select private.count_refused_message('other-bank', ${isSigned})`
  await receive(sql, { id: randomUUID(), type: 'statement-request', until: new Date().toISOString() })
  await receive(sql, {
    id: randomUUID(),
    type: 'name-check',
    name: 'Ian Incoming',
    sortCode: '00-11-22',
    accountNumber: '12345678',
    accountType: null,
  })
  const signed = sql.json(inMessage(payment(await world.customer('Iris Incoming'))) as JSONValue)
  await as('service_role')`select public.receive_bank_message('other-bank', ${signed}, 'signature of the other bank')`
}

/** The other bank pays a part of what it owes of a claim. */
async function addRecovered({ sql, as, head, customer }: World) {
  const victim = await customer('Val Victim')
  const { transaction_id: paid } = await payAs(sql, victim, { ...externalPayee, amount: '60.00' })
  await answerBank(sql, (await takeMessages(sql))[0], { type: 'payment-status', status: 'accepted', reason: null })
  await sql`update private.settings set scam_excess = 0 where only_row`
  const claim = await sendClaim(sql, victim, paid, { at: new Date().toISOString() })
  await as(head)`select public.decide_claim(${claim}, false, 'A scam')`
  await as(head)`select public.record_recovery(${claim}, '10', false, 'Their message of today', '30.00')`
}

async function addOutgoing({ sql, as }: World, bea: Customer) {
  const pay = async (amount: string) =>
    (await payAs(sql, bea, { ...externalPayee, amount, reference: 'AWAY' })).transaction_id
  const messageOf = async (id: string, later = '0'): Promise<Message | undefined> =>
    (await takeMessages(sql, later)).find(({ paymentId }) => paymentId === id)
  const decided = async (amount: string, status: string, reason: string | null = null) => {
    const id = await pay(amount)
    await answerBank(sql, await messageOf(id), { type: 'payment-status', status, reason })
    return id
  }
  const accepted = await decided('10.00', 'accepted')
  await decided('11.00', 'rejected', 'AC01')
  await decided('12.00', 'pending')
  const returned = await decided('13.00', 'accepted')
  await receive(sql, { id: randomUUID(), type: 'return', paymentId: returned, amount: '13.00', reason: 'AC04' })
  const contradicted = await decided('14.00', 'accepted')
  await receive(sql, {
    id: randomUUID(),
    type: 'payment-status',
    paymentId: contradicted,
    status: 'rejected',
    reason: 'AC01',
  })
  const otherAmount = await decided('15.00', 'accepted')
  await receive(sql, { id: randomUUID(), type: 'return', paymentId: otherAmount, amount: '14.00', reason: 'AC04' })
  await as(bea)`select public.recall_payment(${accepted}, 'mistake')`
  const refused = await decided('16.00', 'accepted')
  await as(bea)`select public.recall_payment(${refused}, 'fraud')`
  await takeMessages(sql)
  await receive(sql, { id: randomUUID(), type: 'recall-answer', paymentId: refused, status: 'refused' })
  // The other bank is asked about the payment without a decision.
  await takeMessages(sql, '31 seconds')
  const check = await request(sql, bea, (db) => checkPayee(db, { ...externalPayee, name: 'Extern Al Payee' }))
  await as('service_role')`
    select public.take_bank_check(${check}, ${bea.id}, 'Extern Al Payee', '12-34-56', '12345678', 'personal')`
  // An answer after two seconds is none.
  await sql`update private.payee_checks set created_at = now() + interval '1 minute' where id = ${check}`
  await as('service_role')`select public.record_bank_check(${check}, 'close_match', 'External Payee')`
  // One that is in a message without an answer, and one that is in none.
  await messageOf(await pay('17.00'))
  await pay('18.00')
}

async function addArrived({ sql, as, agent, second, approve }: World, ian: Customer) {
  const arrive = async (amount: string) => {
    const message = { ...payment(ian), amount }
    await receive(sql, message)
    return message.paymentId
  }
  const movementOf = async (id: string) =>
    (await sql<{ id: string }[]>`select movement_id as id from private.bank_payments where id = ${id}`)[0]?.id ?? ''
  const recalled = async (amount: string) => {
    const id = await arrive(amount)
    await receive(sql, { id: randomUUID(), type: 'recall', paymentId: id, reason: 'fraud' })
    return movementOf(id)
  }
  await arrive('20.00')
  await receive(sql, { ...payment(ian), payee: { name: 'Nobody', sortCode: '00-11-22', accountNumber: '00000001' } })
  await recalled('21.00')
  await as(ian)`select public.answer_recall(${await recalled('22.00')}, false)`
  await as(ian)`select public.answer_recall(${await recalled('23.00')}, true)`
  const sentBack = (await takeMessages(sql)).find(({ type }) => type === 'return')
  await answerBank(sql, sentBack, { type: 'return-status', status: 'accepted' })
  await as(ian)`select public.answer_recall(${await recalled('24.00')}, true)`
  const byStaff = await recalled('25.00')
  await as(agent)`select public.request_return(${byStaff}, 'The police asked for it')`
  await approve(second)
  const failed = await arrive('26.00')
  await sql`update private.bank_payments set problem = 'error' where id = ${failed}`
}
