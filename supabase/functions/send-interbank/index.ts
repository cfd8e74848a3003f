import { BankRefusal, postToBank } from '../_shared/postToBank.ts'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient, type Client } from '../_shared/clients.ts'
import { handleJob } from '../_shared/handler.ts'
import { logError } from '../_shared/logError.ts'
import { ownBank } from '../_shared/ownBank.ts'
import { publicKeySchema, type BankKey } from '../_shared/bankSignature.ts'

type DueMessage = Awaited<ReturnType<typeof take>>[number]

/** A call takes again and again for so long. The next call goes on. */
const longestMs = 15_000

/** The statuses of a bank that is there, and cannot take this message. */
const aboutTheMessage = new Set([400, 409, 413, 422, 500])

const take = (database: Client) => callRpc(database, 'take_bank_messages', {})

// Sends the messages of all customers' payments. The caller learns only how many were answered.
Deno.serve(
  handleJob(async () => {
    const own = ownBank()
    if (!own) return { answered: 0 }
    const database = secretClient()
    const endsAt = Date.now() + longestMs
    let answered = 0
    let due = await take(database)
    while (due.length > 0) {
      const outcomes = await Promise.allSettled(due.map((message) => send(database, message, own)))
      // A message without an answer stays taken for some seconds. A later call sends it again.
      for (const outcome of outcomes) if (outcome.status === 'rejected') logError(outcome.reason)
      const successes = outcomes.filter(({ status }) => status === 'fulfilled').length
      answered += successes
      due = successes > 0 && Date.now() < endsAt ? await take(database) : []
    }
    return { answered }
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
