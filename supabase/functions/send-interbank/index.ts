import { z } from 'npm:zod@4.6.7'
import { BankRefusal, postToBank } from '../_shared/postToBank.ts'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient, type Client } from '../_shared/clients.ts'
import { handleOperator } from '../_shared/handler.ts'
import { logError } from '../_shared/logError.ts'
import { ownBank } from '../_shared/ownBank.ts'
import { publicKeySchema, type BankKey } from '../_shared/bankSignature.ts'

type DueMessage = Awaited<ReturnType<typeof take>>[number]

/** The statuses of a bank that is there, and cannot take this message. */
const aboutTheMessage = new Set([400, 409, 413, 422, 500])

const take = (database: Client) => callRpc(database, 'take_bank_messages', {})

// A job calls it each second when something is due (docs/deploy.md), so it takes once: what comes meanwhile goes with the next call,
// in few messages, and a bank that answers slowly keeps nobody waiting.
Deno.serve(
  handleOperator(z.object({}), async () => {
    const own = ownBank()
    if (!own) return { answered: 0 }
    const database = secretClient()
    const due = await take(database)
    const outcomes = await Promise.allSettled(due.map((message) => send(database, message, own)))
    // A message without an answer stays taken for some seconds. A later call sends it again.
    for (const outcome of outcomes) if (outcome.status === 'rejected') logError(outcome.reason)
    return { answered: outcomes.filter(({ status }) => status === 'fulfilled').length }
  }),
)

async function send(database: Client, { bank_id, address, public_key, message_id, message }: DueMessage, own: BankKey) {
  const bank = { bankId: bank_id, address, publicKey: publicKeySchema.parse(public_key) }
  const answer = await postToBank(bank, message, own).catch(async (error: unknown) => {
    if (error instanceof BankRefusal && aboutTheMessage.has(error.status))
      await callRpc(database, 'split_bank_message', { p_bank_id: bank_id, p_message_id: message_id })
    throw error
  })
  await callRpc(database, 'record_bank_answer', { p_bank_id: bank_id, p_message_id: message_id, p_answer: answer })
}
