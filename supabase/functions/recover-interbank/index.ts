import { z } from 'npm:zod@4.6.7'
import type { PaymentMessage, StatementEntry } from '../_shared/bankMessage.ts'
import { isSignedBy, publicKeySchema, type BankKey } from '../_shared/bankSignature.ts'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient, type Client } from '../_shared/clients.ts'
import { handleOperator } from '../_shared/handler.ts'
import { logError } from '../_shared/logError.ts'
import { ownBank } from '../_shared/ownBank.ts'
import { postToBank } from '../_shared/postToBank.ts'
import { Refusal } from '../_shared/refusal.ts'

const moment = z.iso.datetime({ offset: true })
const placeSchema = z.strictObject({
  /** The place of the bank in the list. */
  bank: z.number().int().min(0),
  after: z.strictObject({ at: moment, id: z.guid() }).nullable(),
})
const bodySchema = z.strictObject({ since: moment, place: placeSchema.nullable() })
type Place = z.infer<typeof placeSchema>

const timeoutMs = 20_000

// After a restore: asks another bank for a page of what it sent and received, and posts what is missing here.
Deno.serve(
  handleOperator(bodySchema, async ({ since, place }) => {
    const own = ownBank()
    if (!own) throw new Refusal(503, 'This bank exchanges no messages.')
    const database = secretClient()
    const { bank: index, after } = place ?? { bank: 0, after: null }
    const banks = await callRpc(database, 'list_connected_banks', {})
    const bank = banks[index]
    if (!bank) return { bank: null, results: [], problem: null, next: null }
    const otherBank: Place | null = index + 1 < banks.length ? { bank: index + 1, after: null } : null
    const statement = await ask(bank, { since, after }, own)
    if (statement === null) return { bank: bank.name, results: [], problem: 'no-answer', next: otherBank }
    const messages = new Map<string, SentMessage>()
    for (const { message, signature } of statement.messages)
      messages.set(message.id, { message, isOwn: await isOwnMessage(message, signature, bank.bank_id, own) })
    const results = []
    for (const entry of statement.entries) results.push(await post(database, bank.bank_id, entry, messages))
    const next = statement.next ? { bank: index, after: statement.next } : otherBank
    return { bank: bank.name, results, problem: null, next }
  }),
)

type Bank = { bank_id: string; address: string; public_key: unknown }

async function ask({ bank_id, address, public_key }: Bank, page: { since: string; after: unknown }, own: BankKey) {
  try {
    const bank = { bankId: bank_id, address, publicKey: publicKeySchema.parse(public_key) }
    const request = { id: crypto.randomUUID(), type: 'statement-request', ...page }
    const answer = await postToBank(bank, request, own, timeoutMs)
    return answer.type === 'statement' && answer.about === request.id ? answer : null
  } catch (error) {
    logError(error)
    return null
  }
}

type SentMessage = { message: PaymentMessage; isOwn: boolean }

async function post(database: Client, bankId: string, entry: StatementEntry, messages: Map<string, SentMessage>) {
  const { paymentId, direction, amount } = entry
  const sent = messages.get(entry.messageId ?? '')
  const payment = sent?.message.payments.find((one) => one.paymentId === paymentId)
  // What this bank is said to have paid needs its own signature, or another bank could take money from accounts here.
  const isSigned = direction === 'sent' || sent === undefined || (sent.isOwn && payment?.amount === amount)
  const [posted] = isSigned
    ? await callRpc(database, 'post_statement_entry', {
        p_bank_id: bankId,
        p_entry: { ...entry, message: sent?.message ?? null },
      })
    : [{ result: 'not-placed', reason: 'not-signed' }]
  return { paymentId, direction, amount, result: posted?.result ?? 'not-placed', reason: posted?.reason ?? null }
}

function isOwnMessage(message: PaymentMessage, signature: string | null, bankId: string, own: BankKey) {
  const { kty, crv, x } = publicKeySchema.parse(own.privateKey)
  const expected = { signerId: own.bankId, receiverId: bankId, publicKey: { kty, crv, x }, isOld: true }
  return isSignedBy(signature ?? '', JSON.stringify(asStored(message)), expected)
}

/** The fields in the order of jsonb, in which this bank signs its messages: shorter names first. */
function asStored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asStored)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, inner]) => [key, asStored(inner)] as const)
  return Object.fromEntries(fields.toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
}
