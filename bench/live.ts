// Time from a payment's commit to its receipt and paint in the payee's app, with hundreds of subscribers.
import { RealtimeClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { signJwt } from '../local/auth/jwt'
import { keys } from '../local/settings'
import type { TemporaryStack } from '../local/template'
import { makeCustomers, pay, payingPairs, pickOne, savePayees, type Customer } from './customers'
import { measurePainted } from './painted'
import { startScreenFixture } from './screenFixture'

// Node 20 has no WebSocket, and the client requires one.
Reflect.set(globalThis, 'WebSocket', WebSocket)

const payments = 200
const joiningAtOnce = 25
const timeoutMs = 30_000
const tokenSeconds = 3600

/** ms from commit to receipt and to paint, one number for each payment. */
export type LiveFigures = { subscribers: number; received: number[]; painted: number[] }

export type Subscriber = { client: RealtimeClient; nextReceipt(): Promise<number> }

export async function measureLive(subscribers = 500): Promise<LiveFigures> {
  const fixture = await startScreenFixture()
  const { stack, sql } = fixture
  const open: Subscriber[] = []
  try {
    const people = await makeCustomers(sql, subscribers)
    const pairs = payingPairs(people)
    await savePayees(sql, pairs)
    const byPerson = new Map<string, Subscriber>()
    for (let start = 0; start < people.length; start += joiningAtOnce) {
      const joining = people.slice(start, start + joiningAtOnce)
      await Promise.all(
        joining.map(async (person) => {
          const subscriber = await subscribe(stack, person)
          open.push(subscriber)
          byPerson.set(person.id, subscriber)
        }),
      )
    }
    const received: number[] = []
    for (let paid = 0; paid < payments; paid += 1) {
      const [from, to] = pickOne(pairs)
      const receipt = byPerson.get(to.id)?.nextReceipt()
      if (receipt === undefined) throw new Error('a payee is not subscribed')
      await pay(sql, [from, to])
      const committed = performance.now()
      // The change can arrive before the driver's response.
      received.push(Math.max(0, (await receipt) - committed))
    }
    return { subscribers, received, painted: await measurePainted(fixture, people) }
  } finally {
    await Promise.all(open.map(({ client }) => client.disconnect()))
    await fixture.close()
  }
}

/** Subscribes to the person's own rows on one socket and one channel, as the app does. Resolves when changes arrive. */
export async function subscribe(stack: TemporaryStack, person: Customer): Promise<Subscriber> {
  const client = new RealtimeClient(`${stack.apiUrl.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: stack.keys.publishable },
  })
  await client.setAuth(await tokenOf(person))
  let receive: ((at: number) => void) | null = null
  const channel = client.channel('bench')
  channel.on(
    'postgres_changes',
    { event: 'INSERT', schema: 'public', table: 'transactions', filter: `user_id=eq.${person.id}` },
    () => receive?.(performance.now()),
  )
  await inTime('join', (done) => {
    channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (extension === 'postgres_changes' && status === 'ok') done(0)
    })
    channel.subscribe()
  })
  return { client, nextReceipt: () => inTime('receipt', (done) => (receive = done)) }
}

export function tokenOf({ id, session }: Customer): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + tokenSeconds
  return signJwt({ role: 'authenticated', aud: 'authenticated', sub: id, session_id: session, exp }, keys.jwtSecret)
}

function inTime(what: string, start: (done: (at: number) => void) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`no ${what} within ${timeoutMs / 1000} s`)), timeoutMs)
    start((at) => {
      clearTimeout(timeout)
      resolve(at)
    })
  })
}
