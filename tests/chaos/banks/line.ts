import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../local/postgres/ports'
import type { Random } from '../random'
import type { BankFigures } from './figures'

type Delivery = { path: string; headers: Record<string, string>; body: Buffer }

/** What the network does to one message out of a hundred. The rest arrives. */
const faults = { lost: 6, answerLost: 6, duplicated: 6, delayed: 12, repeatedLater: 6 }

/** Forwards to the bank that `leadTo` names, and loses, delays, duplicates and reorders until `isCalm`. */
export async function createLine({
  random,
  figures,
  isCalm,
}: {
  random: Random
  figures: BankFigures
  isCalm: () => boolean
}) {
  const repeats = new Set<Promise<unknown>>()
  let target = ''

  async function deliver({ path, headers, body }: Delivery): Promise<Response> {
    return fetch(target + path, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(10_000),
    })
  }

  async function deliverLater(delivery: Delivery): Promise<void> {
    await wait(random.between(500, 6000))
    await deliver(delivery).catch(() => {})
  }

  /** Null: the sender gets no answer. */
  async function carry(delivery: Delivery): Promise<Response | null> {
    const fault = isCalm() ? null : chooseFault(random)
    if (fault !== null) figures[fault] += 1
    if (fault === 'lost') return null
    if (fault === 'delayed') await wait(random.between(200, 4000))
    if (fault === 'duplicated') {
      const [, second] = await Promise.allSettled([deliver(delivery), deliver(delivery)])
      return second.status === 'fulfilled' ? second.value : null
    }
    if (fault === 'repeatedLater') {
      const repeat = deliverLater(delivery).finally(() => repeats.delete(repeat))
      repeats.add(repeat)
    }
    const answer = await deliver(delivery)
    return fault === 'answerLost' ? null : answer
  }

  const server = http.createServer((request, response) => {
    void (async () => {
      const headers = Object.fromEntries(
        ['content-type', 'bank-signature'].map((name) => [name, String(request.headers[name] ?? '')]),
      )
      const answer = await carry({ path: request.url ?? '', headers, body: await buffer(request) })
      if (answer === null) return response.destroy()
      const signature = answer.headers.get('bank-signature')
      response
        .writeHead(answer.status, signature === null ? {} : { 'bank-signature': signature })
        .end(Buffer.from(await answer.arrayBuffer()))
    })().catch(() => response.destroy())
  })
  const port = await freePort()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    /** Where the other bank sends its messages. */
    address: `http://127.0.0.1:${port}/functions/v1/interbank`,
    /** The stacks start after their lines, whose addresses their functions may call. */
    leadTo(apiUrl: string) {
      target = apiUrl
    },
    async close(): Promise<void> {
      await Promise.all(repeats)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function chooseFault(random: Random): keyof typeof faults | null {
  let place = random.between(1, 100)
  for (const [name, share] of Object.entries(faults)) {
    place -= share
    if (place <= 0) return name as keyof typeof faults
  }
  return null
}
