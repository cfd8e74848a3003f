// What open apps with Realtime cost the server, of which some pay over HTTP, and what the API says when the database has no
// connection left.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import type { TemporaryStack } from '../local/template'
import { startTemporaryStack } from '../local/template'
import { type Customer, makeCustomers, payingPairs, savePayees } from './customers'
import { median, quantile } from './figures'
import { type Subscriber, subscribe, tokenOf } from './live'
import { cpuTimeOf } from './load'

const joiningAtOnce = 25
const idleMs = 20_000
const payingMs = 20_000
/** Each of the paying apps pays once in this time. */
const everyMs = 10_000

/** `memory` in MB and `cpu` in ms a second of the processes of Postgres; `connections`: to the database. */
export type Load = { connections: number; memory: number; cpu: number }
export type ConnectionFigures = {
  apps: number
  payers: number
  closed: Load
  open: Load
  paying: Load
  joinSeconds: number
  payments: number
  answered: { median: number; slowest: number }
  received: { median: number; slowest: number }
  atLimit: string[]
}

export async function measureConnections(apps: number, payers = 200): Promise<ConnectionFigures> {
  const stack = await startTemporaryStack()
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined })
  const subscribers = new Map<string, Subscriber>()
  try {
    const people = await makeCustomers(sql, apps)
    // In a ring, so that each app has one payment in flight.
    const paying = people.slice(0, payers)
    await savePayees(sql, payingPairs(paying))
    const closed = await loadDuring(sql, () => pause(idleMs))
    const start = performance.now()
    for (let first = 0; first < people.length; first += joiningAtOnce) {
      await Promise.all(
        people.slice(first, first + joiningAtOnce).map(async (person) => {
          subscribers.set(person.id, await subscribe(stack, person))
        }),
      )
    }
    const joinSeconds = (performance.now() - start) / 1000
    const open = await loadDuring(sql, () => pause(idleMs))
    const answered: number[] = []
    const received: number[] = []
    const payOnce = async (nth: number) => {
      const [from, to] = [paying[nth % paying.length], paying[(nth + 1) % paying.length]]
      const subscriber = to === undefined ? undefined : subscribers.get(to.id)
      if (from === undefined || to === undefined || subscriber === undefined)
        throw new Error('a payee is not subscribed')
      const sent = performance.now()
      const receipt = subscriber.nextReceipt()
      const response = await payOverHttp(stack, from, to)
      if (!response.ok) throw new Error(await response.text())
      answered.push(performance.now() - sent)
      received.push((await receipt) - sent)
    }
    const busy = await loadDuring(sql, async () => {
      const payments: Promise<void>[] = []
      for (let nth = 0; nth < (payers * payingMs) / everyMs; nth += 1) {
        payments.push(payOnce(nth))
        await pause(everyMs / payers)
      }
      await Promise.all(payments)
    })
    return {
      apps,
      payers,
      closed,
      open,
      paying: busy,
      joinSeconds,
      payments: answered.length,
      answered: { median: median(answered), slowest: quantile(answered, 0.99) },
      received: { median: median(received), slowest: quantile(received, 0.99) },
      atLimit: await answersAtLimit(stack, sql, people),
    }
  } finally {
    await Promise.all([...subscribers.values()].map(({ client }) => client.disconnect()))
    await sql.end()
    await stack.destroy()
  }
}

async function payOverHttp(stack: TemporaryStack, from: Customer, to: Customer): Promise<Response> {
  return fetch(`${stack.apiUrl}/rest/v1/rpc/make_payment`, {
    method: 'POST',
    headers: {
      apikey: stack.keys.publishable,
      authorization: `Bearer ${await tokenOf(from)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      p_request_id: randomUUID(),
      p_payment: {
        to_name: 'Bench Customer',
        to_sort_code: to.sortCode,
        to_account_number: to.accountNumber,
        amount: '1.00',
      },
    }),
  })
}

/** Takes every connection that is left, then has the API lose those that it has. */
async function answersAtLimit(stack: TemporaryStack, sql: postgres.Sql, people: Customer[]): Promise<string[]> {
  const [from, to] = people
  if (from === undefined || to === undefined) throw new Error('no customers')
  const taken: postgres.Sql[] = []
  const answer = async (when: string) => {
    const start = performance.now()
    const response = await payOverHttp(stack, from, to)
    const { code = '' } = (await response.json()) as { code?: string }
    return `${when}: ${response.status} ${code}`.trim() + `, ${(performance.now() - start).toFixed(0)} ms`
  }
  const takeAll = async () => {
    for (;;) {
      const connection = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined })
      const isRefused = await connection`select 1`.then(
        () => false,
        () => true,
      )
      taken.push(connection)
      if (isRefused) return
    }
  }
  const answers = [await answer('before')]
  try {
    await takeAll()
    answers.push(await answer('while others have all that are left'))
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'authenticator'`
    await takeAll()
    answers.push(await answer('when the API has lost its own, too'))
  } finally {
    await Promise.all(taken.map((connection) => connection.end({ timeout: 1 })))
  }
  answers.push(await answer('when the others are closed'))
  return answers
}

async function loadDuring(sql: postgres.Sql, work: () => Promise<unknown>): Promise<Load> {
  const processes = async () =>
    (await sql<{ pid: number; backend: string }[]>`select pid, backend_type as backend from pg_stat_activity`).map(
      (row) => row,
    )
  const before = new Map((await processes()).map(({ pid }) => [pid, cpuTimeOf(pid)]))
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const after = await processes()
  const cpu = after.reduce((total, { pid }) => total + cpuTimeOf(pid) - (before.get(pid) ?? 0), 0)
  return {
    connections: after.filter(({ backend }) => backend === 'client backend' || backend === 'walsender').length,
    memory: after.reduce((total, { pid }) => total + memoryOf(pid), 0),
    cpu: cpu / 1000 / seconds,
  }
}

/** In MB. Each process has its part of what it shares. */
function memoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
