import { z } from 'npm:zod@4.6.7'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import { answerPosts, parseBody, readText } from '../_shared/handler.ts'
import { Refusal } from '../_shared/refusal.ts'
import { textUpTo } from '../_shared/textUpTo.ts'
import { isSignatureOf, toleranceMs } from './signature.ts'

const id = z.string().regex(/^[A-Za-z0-9-]{1,64}$/)
/** In pounds: '12.34'. */
const amount = z.string().regex(/^[0-9]{1,7}([.][0-9]{1,2})?$/)
/** What the merchant charges, in its currency (ISO 4217): both or neither. */
const inItsCurrency = {
  merchantCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  merchantAmount: z
    .string()
    .regex(/^[0-9]{1,12}([.][0-9]{1,3})?$/)
    .optional(),
}

const messageSchema = z.discriminatedUnion('type', [
  z.strictObject({
    id,
    type: z.literal('authorise'),
    /** The bank's token of the card: its number is not sent. */
    card: z.uuid(),
    amount,
    merchant: textUpTo(140),
    mcc: z.string().regex(/^[0-9]{4}$/),
    country: z.string().regex(/^[A-Z]{2}$/),
    entry: z.enum(['chip', 'contactless', 'online', 'cash']),
    ...inItsCurrency,
  }),
  z.strictObject({ id, type: z.literal('clear'), original: id, amount, ...inItsCurrency }),
  /** Without an amount: all of it. */
  z.strictObject({ id, type: z.literal('reverse'), original: id, amount: amount.optional() }),
  z.strictObject({ id, type: z.literal('refund'), original: id, amount }),
])

// Only the card network calls this: what counts is its signature, and a user's token gives no access.
Deno.serve(
  answerPosts(async (request) => {
    const body = await readText(request)
    const signature = await verifiedSignature(request.headers, body)
    const message = parseBody(body, messageSchema)
    const responseCode = await callRpc(secretClient(), 'receive_card_message', {
      p_message: message,
      p_signature: signature,
    })
    return { id: message.id, approved: responseCode === '00', responseCode }
  }),
)

async function verifiedSignature(headers: Headers, body: string): Promise<string> {
  const key = Deno.env.get('CARD_NETWORK_KEY')
  if (!key) throw new Refusal(503, 'The card network is not connected.')
  const timestamp = headers.get('card-network-timestamp') ?? ''
  const signature = headers.get('card-network-signature') ?? ''
  const isRecent = /^[0-9]{13}$/.test(timestamp) && Math.abs(Date.now() - Number(timestamp)) <= toleranceMs
  if (!isRecent || !(await isSignatureOf(signature, key, timestamp, body))) {
    throw new Refusal(401, 'The signature is not valid.')
  }
  return signature
}
