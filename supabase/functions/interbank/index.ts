import { bankMessageSchema } from '../_shared/bankMessage.ts'
import {
  isSignedBy,
  publicKeySchema,
  signatureHeader,
  signerOf,
  signFor,
  type BankKey,
} from '../_shared/bankSignature.ts'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import { answerPosts, parseBody, readText } from '../_shared/handler.ts'
import { logError } from '../_shared/logError.ts'
import { ownBank } from '../_shared/ownBank.ts'
import { Refusal } from '../_shared/refusal.ts'
import type { JWK } from 'npm:jose@6.2.17'

// Only other banks call this: what counts is the signature, and a user's token gives no access.
Deno.serve(
  answerPosts(async (request) => {
    const own = ownBank()
    if (!own) throw new Refusal(503, 'This bank exchanges no messages.')
    const body = await readText(request)
    const signature = request.headers.get(signatureHeader) ?? ''
    const sender = await verifiedSender(signature, body, own)
    const answer = await carryOut(sender, body, signature).catch(async (error: unknown) => {
      if (error instanceof Refusal && error.status < 500) await countRefusal(sender.bankId, error, true)
      throw error
    })
    const text = JSON.stringify(answer)
    return new Response(text, {
      headers: { 'content-type': 'application/json', [signatureHeader]: await signFor(sender.bankId, text, own) },
    })
  }),
)

type Sender = { bankId: string; publicKey: JWK; isThrottled: boolean }

async function verifiedSender(signature: string, body: string, own: BankKey): Promise<Sender> {
  const refusal = new Refusal(401, 'The signature is not valid.')
  const signerId = signerOf(signature)
  const sender = signerId === null ? null : await findSender(signerId)
  if (!sender) throw refusal
  const { bankId, publicKey } = sender
  if (await isSignedBy(signature, body, { signerId: bankId, receiverId: own.bankId, publicKey })) return sender
  await countRefusal(bankId, refusal, false)
  throw refusal
}

/** Null for a bank that is unknown or off: the answer is that of a wrong signature. */
async function findSender(bankId: string): Promise<Sender | null> {
  try {
    const [bank] = await callRpc(secretClient(), 'bank_key', { p_bank_id: bankId })
    if (!bank) return null
    return { bankId, publicKey: publicKeySchema.parse(bank.public_key), isThrottled: bank.is_throttled }
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return null
    throw error
  }
}

async function carryOut({ bankId, isThrottled }: Sender, body: string, signature: string) {
  if (isThrottled) throw new Refusal(429, 'Too many messages were refused. Please try again in an hour.')
  return callRpc(secretClient(), 'receive_bank_message', {
    p_bank_id: bankId,
    p_message: parseBody(body, bankMessageSchema),
    p_signature: signature,
  })
}

/** Counts a refused message and writes it to the log: the names of wrong fields, and nothing of what is in them. */
async function countRefusal(bankId: string, { status, message }: Refusal, isSigned: boolean): Promise<void> {
  console.warn(`A message that names the bank ${bankId} was refused: ${status} ${message}`)
  // The sender gets the refusal also while it cannot be counted.
  await callRpc(secretClient(), 'count_refused_message', { p_bank_id: bankId, p_is_signed: isSigned }).catch(logError)
}
