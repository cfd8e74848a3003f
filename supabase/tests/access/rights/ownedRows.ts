import { randomBytes, randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { z } from 'zod'

/** A row of every kind that a customer has, by its id. */
export type OwnedRows = {
  account: { id: string; sortCode: string; number: string }
  chat: string
  agentRequest: string
  transaction: string
  card: string
  recipient: string
  device: string
  /** The idempotency key of the user's payment. */
  paymentRequest: string
  payeeCheck: string
  regularPayment: string
  /** The scheduled payment of the regular one. */
  scheduledPayment: string
  heldPayment: string
  externalAccount: string
  /** About the user's payment. */
  caseId: string
  /** The review of the held payment, and its last day. */
  paymentReviewId: string
  paymentReviewUntil: string
  complaintId: string
}

/**
 * Gives an approved user a row of every kind. `call` calls a function of the API as this user; a function that returns rows
 * answers a list. Everything that is written contains `Secret`.
 */
export async function addOwnedRows(
  sql: postgres.Sql,
  user: { id: string },
  call: (name: string, args?: Record<string, unknown>) => PromiseLike<unknown>,
  isOnKnownDevice = true,
): Promise<OwnedRows> {
  await call('open_current_account')
  const paymentRequest = randomUUID()
  const payeeCheck = randomUUID()
  const payment = {
    to_name: 'Secret Payee',
    to_sort_code: '12-34-56',
    to_account_number: '12345678',
    amount: '12.34',
    reference: 'Secret reference',
  }
  await call('make_payment', {
    p_request_id: paymentRequest,
    p_payment: payment,
  })
  await call('check_payee', {
    p_check_id: payeeCheck,
    p_name: 'Secret Payee',
    p_sort_code: '12-34-56',
    p_account_number: '12345678',
  })
  const [device] = await sql<{ id: string }[]>`
    insert into private.devices (user_id, token_hash, name) values (${user.id}, ${randomBytes(32)}, 'Secret device') returning id`
  if (isOnKnownDevice) {
    await sql`insert into private.session_devices (session_id, device_id)
      select s.id, ${device?.id ?? missing('the device')} from auth.sessions s where s.user_id = ${user.id}`
  }
  const [account] = await sql<{ id: string; sort_code: string; account_number: string }[]>`
    select id, sort_code, account_number from public.accounts where user_id = ${user.id}`
  const [transaction] = await sql<{ id: string }[]>`
    select id from public.transactions where user_id = ${user.id} order by created_at desc limit 1`
  const [card] = await sql<{ id: string }[]>`select id from public.cards where user_id = ${user.id}`
  const [recipient] = await sql<{ id: string }[]>`
    select id from public.recipients where user_id = ${user.id} order by created_at desc limit 1`
  if (!account || !transaction || !card || !recipient) return missing('the account, its payment, card or recipient')

  await sql`insert into public.user_notifications (user_id, type, title, message) values (${user.id}, 'pin', 'Secret', 'Secret note')`
  const scheduled = { user_id: user.id, to_account_id: account.id, amount: 10, from_name: 'Secret Payer' }
  await sql`insert into public.scheduled_payments ${sql({ ...scheduled, scheduled_for: new Date(Date.now() + 864e5) })}`
  await sql`insert into public.scheduled_payments ${sql({ ...scheduled, scheduled_for: new Date(Date.now() + 864e5), processed: true })}`
  const startsOn = new Date(Date.now() + 3 * 864e5).toISOString().slice(0, 10)
  const regularPayment = await call('create_regular_payment', {
    p_request_id: randomUUID(),
    p_payment: payment,
    p_frequency: 'weekly',
    p_starts_on: startsOn,
  })
  const [{ regular_payment_id: regularPaymentId }] = z
    .tuple([z.object({ regular_payment_id: z.uuid() })])
    .parse(regularPayment)
  const [scheduledPayment] = await sql<{ id: string }[]>`
    select id from public.outgoing_payments where regular_payment_id = ${regularPaymentId}`
  // A payment with a long undo window.
  await call('set_undo_window', { p_seconds: '60' })
  await call('make_payment', { p_request_id: randomUUID(), p_payment: payment })
  const [heldPayment] = await sql<{ id: string }[]>`
    update public.outgoing_payments set send_at = now() + interval '1 day' where user_id = ${user.id} and state = 'held' returning id`
  await sql`update public.profiles set undo_seconds = 0 where id = ${user.id}`
  const externalAccount = randomUUID()
  const externalRow = { key: 'Secret key', day: '2026-10-01', amount: '-12.34', description: 'Secret shop' }
  await call('import_external_transactions', {
    p_account_id: externalAccount,
    p_name: 'Secret bank',
    p_transactions: [externalRow],
  })
  const answers = { p_kind: 'unauthorised', p_who: 'Secret thief', p_reached: 'lost', p_said: 'Secret words' }
  await call('save_claim', { p_transaction_id: transaction.id, ...answers })
  const [review] = await sql<{ id: string; until: string }[]>`
    select id, private.due_day(last_at)::text as until
    from private.open_payment_review(${heldPayment?.id ?? ''}, '{}', null, 'Secret grounds', 'Secret reason', now())`
  const caseId = await call('send_claim', { p_transaction_id: transaction.id })
  const complaintId = await call('open_complaint', {
    p_topic: 'payment',
    p_said: 'Secret complaint',
    p_wish: 'Secret wish',
  })
  const [chat] = await sql<{ id: string }[]>`
    insert into public.chat_conversations (user_id) values (${user.id}) returning id`
  if (!chat) return missing('the chat')
  for (const type of ['user', 'assistant', 'agent', 'event', 'note']) {
    await sql`insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
      values (${chat.id}, ${type === 'user' ? user.id : null}, ${type}, ${`Secret words of the ${type}`})`
  }
  const [request] = await sql<{ id: string }[]>`
    insert into public.agent_requests (conversation_id, user_id) values (${chat.id}, ${user.id}) returning id`
  return {
    account: { id: account.id, sortCode: account.sort_code, number: account.account_number },
    chat: chat.id,
    agentRequest: request?.id ?? missing('the request'),
    transaction: transaction.id,
    card: card.id,
    recipient: recipient.id,
    device: device?.id ?? missing('the device'),
    paymentRequest,
    payeeCheck,
    regularPayment: regularPaymentId,
    scheduledPayment: scheduledPayment?.id ?? missing('the scheduled payment'),
    heldPayment: heldPayment?.id ?? missing('the held payment'),
    externalAccount,
    caseId: z.uuid().parse(caseId),
    paymentReviewId: review?.id ?? missing('the payment review'),
    paymentReviewUntil: review?.until ?? missing('the payment review'),
    complaintId: z.uuid().parse(complaintId),
  }
}

function missing(what: string): never {
  throw new Error(`${what} is missing`)
}
