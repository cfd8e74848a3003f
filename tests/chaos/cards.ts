// The card network: approvals that are cleared, reversed, refunded or left open, each message until it is answered.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type CardAnswer, type CardMessage, sendCardMessage } from '../../local/cardNetwork'
import type { Surroundings } from './background'
import { withDatabase } from './database'
import type { Customer } from './people'

const patienceMs = 60_000

export async function sendCardTraffic(
  { databaseUrl, random, books, figures, isOver, undisturbed }: Surroundings,
  apiUrl: string,
  owner: Customer,
) {
  const [card] = await undisturbed(() =>
    withDatabase(databaseUrl, (sql) => sql<{ id: string }[]>`select id from public.cards where user_id = ${owner.id}`),
  )
  while (!isOver()) {
    await purchase(String(card?.id))
    await wait(random.between(50, 400))
  }

  async function purchase(cardId: string) {
    // Some are above the limit for one purchase.
    const pence = random.chance(0.15) ? 250_001 : random.between(1, 4000)
    const original = randomUUID()
    const fact = { id: original, owner: owner.id, pence: 0 }
    books.cardPayments.push(fact)
    figures.cardPayments += 1
    const { approved } = await sendTwice({
      id: original,
      type: 'authorise',
      card: cardId,
      amount: inPounds(pence),
      merchant: 'A shop',
      mcc: '5411',
      country: 'GB',
      entry: 'chip',
    })
    if (!approved) {
      figures.cardDeclines += 1
      return
    }
    fact.pence = pence
    await random.pick([() => clear(fact, pence), () => clear(fact, pence), () => reverse(fact), async () => {}])()
  }

  async function clear(fact: { id: string; pence: number }, held: number) {
    const cleared = random.between(1, held)
    await mustApprove({ id: randomUUID(), type: 'clear', original: fact.id, amount: inPounds(cleared) })
    fact.pence = cleared
    if (random.chance(0.5)) return
    const refunded = random.between(1, cleared)
    await mustApprove({ id: randomUUID(), type: 'refund', original: fact.id, amount: inPounds(refunded) })
    fact.pence = cleared - refunded
  }

  async function reverse(fact: { id: string; pence: number }) {
    await mustApprove({ id: randomUUID(), type: 'reverse', original: fact.id })
    fact.pence = 0
  }

  async function mustApprove(message: CardMessage) {
    const answer = await sendTwice(message)
    if (!answer.approved) books.complaints.push(`A card message was answered ${answer.responseCode}: ${message.type}`)
  }

  /** At the same time over two connections. Both must get the same answer. */
  async function sendTwice(message: CardMessage): Promise<CardAnswer> {
    const [first, second] = await Promise.all([untilAnswered(message), untilAnswered(message)])
    if (first.responseCode !== second.responseCode)
      books.complaints.push(`A card message had two answers: ${message.id}`)
    return first
  }

  async function untilAnswered(message: CardMessage): Promise<CardAnswer> {
    const startedAt = performance.now()
    for (;;) {
      try {
        return await sendCardMessage(apiUrl, message)
      } catch (error) {
        if (performance.now() - startedAt > patienceMs) throw error
        figures.cardRetries += 1
        await wait(random.between(50, 200))
      }
    }
  }
}

const inPounds = (pence: number) => (pence / 100).toFixed(2)
