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
import { ownBank } from '../_shared/ownBank.ts'
import { Refusal } from '../_shared/refusal.ts'
import type { JWK } from 'npm:jose@6.2.17'

// Only other banks call this: what counts is the signature, and a user's token gives no access.
Deno.serve(
  answerPosts(async (request) => {
    const own = ownBank()
    if (!own) throw new Refusal(503, 'This bank exchanges no messages.')
    const body = await readText(request)
    const senderId = await verifiedSender(request.headers, body, own)
    const answer = await callRpc(secretClient(), 'receive_bank_message', {
      p_bank_id: senderId,
      p_message: parseBody(body, bankMessageSchema),
      p_signature: request.headers.get(signatureHeader) ?? '',
    })
    const text = JSON.stringify(answer)
    return new Response(text, {
      headers: { 'content-type': 'application/json', [signatureHeader]: await signFor(senderId, text, own) },
    })
  }),
)

async function verifiedSender(headers: Headers, body: string, own: BankKey): Promise<string> {
  const signature = headers.get(signatureHeader) ?? ''
  const signerId = signerOf(signature)
  if (signerId === null) throw new Refusal(401, 'The signature is not valid.')
  const publicKey = await keyOf(signerId)
  if (!publicKey || !(await isSignedBy(signature, body, { signerId, receiverId: own.bankId, publicKey }))) {
    throw new Refusal(401, 'The signature is not valid.')
  }
  return signerId
}

/** Null for a bank that is unknown or off: the answer is that of a wrong signature. */
async function keyOf(bankId: string): Promise<JWK | null> {
  try {
    return publicKeySchema.parse(await callRpc(secretClient(), 'bank_key', { p_bank_id: bankId }))
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return null
    throw error
  }
}
