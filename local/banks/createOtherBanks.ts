import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { freePort } from '../postgres/ports'
import { keys } from '../settings'
import { otherBank, ownBank, publicPart } from './banks'
import { openBook, type Entry } from './book'
import { answerToNameCheck, answerToRecall, behaviourFor, type Answer, type Payment } from './behaviours'
import { sendToFernbank, type BankMessage } from './sendToFernbank'
import { sign, signatureHeader, verify } from './signature'

/** What the other banks read of a message. */
const messageSchema = z.object({
  id: z.string(),
  type: z.string(),
  paymentId: z.string().default(''),
  payments: z.array(z.object({ paymentId: z.string(), amount: z.string() })).default([]),
  name: z.string().default(''),
  accountNumber: z.string().default(''),
  accountType: z.string().nullish(),
  since: z.coerce.date().optional(),
})
type Message = z.infer<typeof messageSchema>
type Sent = Pick<Entry, 'messageId' | 'message' | 'signature'>

const orderSchema = z.object({
  paymentId: z.string(),
  amount: z.string(),
  payer: z.unknown(),
  payee: z.unknown(),
  reference: z.unknown(),
  madeAt: z.unknown(),
})
const decisionSchema = z.object({
  payments: z.tuple([z.object({ status: z.enum(['accepted', 'rejected']), reason: z.string().nullable() })]),
})

const recallAnswerMs = 5000

/** Plays the banks of every sort code that is not ours, with a book of the payments that reached them. */
export async function createOtherBanks({
  apiUrl,
  bookFile,
  log,
}: {
  apiUrl: string
  bookFile?: string
  log: (line: string) => void
}) {
  const book = openBook(bookFile)
  const timers = new Set<NodeJS.Timeout>()

  const logFailure = (error: unknown) => log(`other banks: ${error instanceof Error ? error.message : String(error)}`)

  function after(ms: number, messages: BankMessage[]): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void sendInOrder(messages)
    }, ms)
    timers.add(timer)
  }

  async function sendInOrder(messages: BankMessage[]): Promise<void> {
    try {
      for (const message of messages) {
        if (message.type === 'return') book.markReturned(String(message.paymentId), message)
        await sendToFernbank(apiUrl, message)
      }
    } catch (error) {
      logFailure(error)
    }
  }

  function receivePayment(payment: Payment, sent: Sent) {
    const behaviour = behaviourFor(payment.amount)
    const known = book.get(payment.paymentId)
    const entry =
      known ??
      book.add({
        ...payment,
        direction: 'received',
        status: behaviour.answer === 'rejected' ? 'rejected' : 'accepted',
        reason: behaviour.reason ?? null,
        downUntil: Date.now() + (behaviour.downMs ?? 0),
        bookedAt: Date.now(),
        ...sent,
        returned: null,
      })
    if (behaviour.later && !known) after(behaviour.later.afterMs, behaviour.later.messages(entry))
    return { paymentId: entry.paymentId, status: behaviour.answer, reason: entry.reason }
  }

  function describe(paymentId: string): Answer {
    const entry = book.get(paymentId)
    return { type: 'payment-status', paymentId, status: entry?.status ?? 'unknown', reason: entry?.reason ?? null }
  }

  function receiveRecall(paymentId: string): Answer {
    const entry = book.get(paymentId)
    if (entry?.status !== 'accepted') return { type: 'recall-answer', paymentId, status: 'refused' }
    after(recallAnswerMs, [answerToRecall(entry)])
    return { type: 'recall-answer', paymentId, status: 'pending' }
  }

  /** Pays a customer of the bank, as one of the other banks' customers has ordered. */
  async function pay(payment: z.infer<typeof orderSchema>) {
    const message = { id: randomUUID(), type: 'payment', payments: [payment] }
    const { payments } = decisionSchema.parse(await sendToFernbank(apiUrl, message))
    const { paymentId, amount } = payment
    book.add({
      paymentId,
      amount,
      direction: 'sent',
      ...payments[0],
      downUntil: 0,
      bookedAt: Date.now(),
      messageId: message.id,
      message,
      signature: null,
      returned: null,
    })
    return payments[0]
  }

  /** What the other banks have received and sent since then, on one page. */
  function statement(since: Date): Answer {
    const listed = book
      .all()
      .filter(({ bookedAt }) => bookedAt >= since.getTime())
      .slice(-100)
    const entries = listed.map(({ paymentId, direction, amount, status, bookedAt, messageId, returned }) => ({
      paymentId,
      direction,
      amount,
      state: returned === null ? status : 'returned',
      place: { at: new Date(bookedAt).toISOString(), id: paymentId },
      messageId,
      return: direction === 'received' ? returned : null,
    }))
    const messages = new Map(listed.map(({ messageId, message, signature }) => [messageId, { message, signature }]))
    return { type: 'statement', entries, messages: [...messages.values()], next: null }
  }

  function answer(message: Message, sent: Sent): Answer {
    const { type, paymentId, payments, name, accountNumber, accountType, since } = message
    if (type === 'payment')
      return { type: 'payment-statuses', payments: payments.map((payment) => receivePayment(payment, sent)) }
    if (type === 'statement-request') return statement(since ?? new Date(0))
    if (type === 'status-request') return describe(paymentId)
    if (type === 'recall') return receiveRecall(paymentId)
    if (type === 'return') {
      book.markReturned(paymentId, { id: message.id, type, paymentId })
      return { type: 'return-status', paymentId, status: 'accepted', reason: null }
    }
    if (type === 'name-check') return answerToNameCheck(name, accountNumber, accountType ?? null)
    return { type: 'received' }
  }

  async function respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.url === '/pay') {
      const paid = await pay(orderSchema.parse(JSON.parse(body)))
      response.writeHead(200).end(JSON.stringify(paid))
      return
    }
    const signature = String(request.headers[signatureHeader] ?? '')
    await verify(signature, body, { from: ownBank.id, to: otherBank.id }, publicPart(ownBank.key))
    const sent: unknown = JSON.parse(body)
    const message = messageSchema.parse(sent)
    const result = { ...answer(message, { messageId: message.id, message: sent, signature }), about: message.id }
    const isDown = [message, ...message.payments].some(
      ({ paymentId }) => (book.get(paymentId)?.downUntil ?? 0) > Date.now(),
    )
    if (isDown) {
      response.writeHead(503).end()
      return
    }
    const answered = JSON.stringify(result)
    const signed = await sign(answered, { from: otherBank.id, to: ownBank.id }, keys.otherBanks)
    response.writeHead(200, { 'content-type': 'application/json', [signatureHeader]: signed }).end(answered)
  }

  const server = http.createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      logFailure(error)
      response.writeHead(401).end()
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

  return {
    address: `http://127.0.0.1:${port}/interbank`,
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
