import { z } from 'npm:zod@4.6.7'
import { publicKeySchema, type BankKey } from '../_shared/bankSignature.ts'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import { handle } from '../_shared/handler.ts'
import { logError } from '../_shared/logError.ts'
import { ownBank } from '../_shared/ownBank.ts'
import { postToBank } from '../_shared/postToBank.ts'

/** The database takes an answer within two seconds of the check. */
const timeoutMs = 1800

const bodySchema = z.strictObject({
  checkId: z.guid(),
  // The database has the rules. A character of a name can be two here.
  name: z.string().max(280),
  sortCode: z.string().max(20),
  accountNumber: z.string().max(20),
  accountType: z.enum(['personal', 'business']).nullable(),
})

// Asks the payee's bank for a check that the caller has made and the database has counted. The caller reads the outcome from
// the database, so it cannot be invented here.
Deno.serve(
  handle(bodySchema, async ({ checkId, name, sortCode, accountNumber, accountType }, caller) => {
    const own = ownBank()
    const database = secretClient()
    const [question] = await callRpc(database, 'take_bank_check', {
      p_check_id: checkId,
      p_user_id: caller.userId,
      p_name: name,
      p_sort_code: sortCode,
      p_account_number: accountNumber,
      p_account_type: accountType ?? '',
    })
    if (question) {
      const answer = own ? await ask(question, own) : unavailable
      await callRpc(database, 'record_bank_check', {
        p_check_id: checkId,
        p_outcome: answer.outcome,
        p_name: answer.name ?? '',
      })
    }
    return {}
  }),
)

const unavailable = { outcome: 'unavailable', name: null }

type Question = { bank_id: string; address: string; public_key: unknown; message: unknown }

async function ask({ bank_id, address, public_key, message }: Question, own: BankKey) {
  try {
    const bank = { bankId: bank_id, address, publicKey: publicKeySchema.parse(public_key) }
    const answer = await postToBank(bank, message, own, timeoutMs)
    return answer.type === 'name-check-answer' ? answer : unavailable
  } catch (error) {
    logError(error)
    return unavailable
  }
}
