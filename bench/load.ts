// Runs transactions of several kinds in turns and measures how many are done and what each costs the server.
import { readFileSync } from 'node:fs'
import type postgres from 'postgres'
import { median } from './figures'

const turns = 7
const turnMs = 280

/** `cpu`: microseconds that the server's processes compute for one transaction. NaN where there is no /proc. */
type Turn = { perSecond: number; cpu: number }
export type Contestant = { act: () => Promise<void>; turns: Turn[] }

export const contestant = (act: Contestant['act']): Contestant => ({ act, turns: [] })

/** The contestants take turns, so that all of them meet the same machine. */
export async function takeTurns(sql: postgres.Sql, clients: number, contestants: Contestant[]): Promise<void> {
  // Opens each connection and compiles the functions there.
  for (const { act } of contestants) await runFor(turnMs, clients, act)
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`
  const cpuTime = () => backends.reduce((total, { pid }) => total + cpuTimeOf(pid), 0)
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { act, turns: taken } of contestants) {
      const before = cpuTime()
      const done = await runFor(turnMs, clients, act)
      taken.push({ perSecond: (done * 1000) / turnMs, cpu: (cpuTime() - before) / done })
    }
  }
}

/** The median of one figure for each time that of another contestant in the same turn. */
export function ratioOf(figure: keyof Turn, one: Contestant, other: Contestant): number {
  return median(one.turns.map((turn, nth) => turn[figure] / (other.turns[nth]?.[figure] ?? Number.NaN)))
}

export const medianOf = (figure: keyof Turn, { turns: taken }: Contestant) => median(taken.map((turn) => turn[figure]))

async function runFor(ms: number, clients: number, act: () => Promise<void>): Promise<number> {
  const end = performance.now() + ms
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await act()
        done += 1
      }
    }),
  )
  return done
}

/** The first number of schedstat is the time on a processor in nanoseconds. It is exact while the process waits. */
export function cpuTimeOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
}
