import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import {
  type Answer,
  answerWithin,
  PaymentRefused,
  PaymentUnconfirmed,
  readAnswer,
  readRefusal,
} from '../../src/features/money/payments/paymentAnswer'
import { allRules } from '../../supabase/tests/fixtures/payments'
import { type Client, holderName } from './people'
import type { Random } from './random'

/** In pounds, as it goes over the wire: it may be nonsense. */
export type Order = { requestId: string; sortCode: string; accountNumber: string; amount: number }

type Receipt = { transactionId: string; pence: number; balance: number; isInternal: boolean }

export type Outcome =
  | { kind: 'paid'; receipt: Receipt; unanswered: number }
  | { kind: 'refused'; code: string; unanswered: number }
  /** The session was refused after a request without an answer: it may have been paid. */
  | { kind: 'unconfirmed'; unanswered: number }

const answerSchema = z.tuple([
  z.object({ transaction_id: z.uuid(), amount: z.number(), balance: z.number(), internal: z.boolean() }),
])
const answerTimeoutMs = 5000
const giveUpAfterMs = 120_000

/** Sends a payment, and retries until there is an answer, which the app's own code reads. */
export async function settle(
  client: Client,
  order: Order,
  options: { random: Random; mayBePaid: boolean; firstPatienceMs?: number },
): Promise<Outcome> {
  const { random, firstPatienceMs = answerTimeoutMs } = options
  let { mayBePaid } = options
  const startedAt = performance.now()
  const checkId = randomUUID()
  let unanswered = 0
  try {
    while (performance.now() - startedAt < giveUpAfterMs) {
      const controller = new AbortController()
      const patience = unanswered === 0 ? firstPatienceMs : answerTimeoutMs
      const known = readAnswer(
        await answerWithin(patience, controller, ask(client, order, controller.signal, checkId)),
        mayBePaid,
      )
      if (known.receipt !== null) return { kind: 'paid', receipt: known.receipt, unanswered }
      mayBePaid = known.mayBePaid
      unanswered += 1
      await wait(random.between(20, 100 * Math.min(unanswered, 5)))
    }
    throw new Error('The server did not answer in time.')
  } catch (error) {
    if (error instanceof PaymentUnconfirmed) return { kind: 'unconfirmed', unanswered }
    if (error instanceof PaymentRefused) return { kind: 'refused', code: `PT${error.status}`, unanswered }
    throw error
  }
}

/** The check of a payee, as the arguments of check_payee. Every account has the same name. */
export const checkOf = (checkId: string, { sortCode, accountNumber }: Pick<Order, 'sortCode' | 'accountNumber'>) => ({
  p_check_id: checkId,
  p_name: holderName,
  p_sort_code: sortCode,
  p_account_number: accountNumber,
})

/** Every warning, as read now. */
export const readWarnings = () => ({
  warnings: allRules,
  warnings_version: 1,
  warnings_shown_at: new Date().toISOString(),
})

/** `checkId`: of the check, if one is needed. Another check of an account that has gone would be counted again. */
async function ask(
  client: Client,
  order: Order,
  signal: AbortSignal,
  checkId: string,
  isChecked = false,
): Promise<Answer<Receipt>> {
  const { data, error, status } = await client
    .rpc('make_payment', {
      p_request_id: order.requestId,
      p_payment: {
        to_name: holderName,
        to_sort_code: order.sortCode,
        to_account_number: order.accountNumber,
        amount: order.amount,
        check_id: isChecked ? checkId : undefined,
        ...readWarnings(),
      },
    })
    .abortSignal(signal)
  if (error?.hint === 'check-needed' && !isChecked) {
    const checked = await client.rpc('check_payee', checkOf(checkId, order)).abortSignal(signal)
    if (checked.error?.hint === 'too-many-checks') throw new Error(checked.error.message)
    if (checked.error !== null) return readRefusal(checked.status, checked.error)
    return ask(client, order, signal, checkId, true)
  }
  if (error !== null) return readRefusal(status, error)
  const [answer] = answerSchema.parse(data)
  return {
    kind: 'paid',
    receipt: {
      transactionId: answer.transaction_id,
      pence: Math.round(answer.amount * 100),
      balance: Math.round(answer.balance * 100),
      isInternal: answer.internal,
    },
  }
}
