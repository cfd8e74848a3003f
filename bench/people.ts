// How long each call of the API and each job takes with many people, beside the same with a thousand.
import { median } from './figures'
import { type Measured, type Prepared, measuredCalls, missingCalls } from './peopleCalls'
import { type JobFigures, measureJobs } from './peopleJobs'
import { type PeopleDatabase, startPeopleDatabase } from './peopleDatabase'

const few = 1000
/** A call that takes seconds is measured fewer times. */
const longestEach = 15_000
const leastSamples = 3
const turns = { warmUps: 3, samples: 30 }

type Times = { median: number; slowest: number }
export type CallFigures = { what: string; few: Times; many: Times; limit: number; refusal: string | null }
export type PeopleFigures = {
  people: number
  calls: CallFigures[]
  jobs: JobFigures[]
  plans: { what: string; plan: string }[]
}

export async function measurePeople(people: number, log: (line: string) => void): Promise<PeopleFigures> {
  const small = await startPeopleDatabase(Math.min(few, people))
  try {
    const large = await startPeopleDatabase(people)
    try {
      // The jobs change and delete what the calls read.
      return { ...(await compareCalls(small, large, log)), jobs: await measureJobs(large, { log }) }
    } finally {
      await large.destroy()
    }
  } finally {
    await small.destroy()
  }
}

export async function compareCalls(
  small: PeopleDatabase,
  large: PeopleDatabase,
  log: (line: string) => void,
  { warmUps, samples } = turns,
): Promise<Omit<PeopleFigures, 'jobs'>> {
  const missing = await missingCalls(large)
  if (missing.length > 0) throw new Error(`not measured: ${missing.join(', ')}`)
  const calls: CallFigures[] = []
  for (const call of measuredCalls) {
    const figures = await compareCall(call, small, large, { warmUps, samples })
    log(
      `${figures.what}: ${figures.few.median.toFixed(2)} ms, ${figures.many.median.toFixed(2)} ms${figures.refusal === null ? '' : ` (${figures.refusal})`}`,
    )
    calls.push(figures)
  }
  const worst = calls.toSorted((a, b) => badness(b) - badness(a)).slice(0, 10)
  const plans: PeopleFigures['plans'] = []
  for (const { what } of worst) {
    const call = measuredCalls.find((one) => one.what === what)
    if (call !== undefined) plans.push({ what, plan: await planOf(await prepareAndRecord(call.prepare, large), large) })
  }
  return { people: large.people, calls, plans }
}

/** How far a call is from its goals: 1.5 times as long, and a tenth of its limit. */
export function badness({ few: one, many, limit }: CallFigures): number {
  // Less than half a millisecond more is in the noise.
  const growth = many.median - one.median < 0.5 ? 0 : many.median / one.median / 1.5
  return Math.max(growth, many.slowest / (limit / 10))
}

async function compareCall(
  { what, prepare }: Measured,
  small: PeopleDatabase,
  large: PeopleDatabase,
  { warmUps, samples }: typeof turns,
): Promise<CallFigures> {
  const sides = [
    { database: small, taken: [] as number[], prepared: await prepareAndRecord(prepare, small) },
    { database: large, taken: [] as number[], prepared: await prepareAndRecord(prepare, large) },
  ] as const
  const limit = sides[1].prepared.statements.at(-1)?.limit ?? Number.NaN
  let refusal: string | null = null
  const start = performance.now()
  for (let turn = -warmUps; turn < samples; turn += 1) {
    if (turn >= leastSamples && performance.now() - start > longestEach) break
    for (const { database, taken, prepared } of sides) {
      const timed = await database.api.time(prepared.caller, prepared.statements)
      refusal ??= timed.refusal
      if (turn >= 0) taken.push(timed.ms)
    }
  }
  return { what, few: timesOf(sides[0].taken), many: timesOf(sides[1].taken), limit, refusal }
}

const timesOf = (taken: number[]): Times => ({ median: median(taken), slowest: Math.max(...taken) })

/** A read that staff record is recorded in the request before. */
export async function prepareAndRecord(prepare: Measured['prepare'], database: PeopleDatabase): Promise<Prepared> {
  const prepared = await prepare(database)
  if (prepared.recorded !== null) await database.api.run(prepared.caller, prepared.recorded)
  return prepared
}

/** The slowest statements inside the call, with their plans. */
async function planOf(prepared: Prepared, database: PeopleDatabase): Promise<string> {
  const { plans } = await database.api.time(prepared.caller, prepared.statements, true)
  const duration = (plan: string) => Number(/^duration: ([\d.]+) ms/.exec(plan)?.[1] ?? 0)
  // The plan of a call of a function says only that it was called.
  const telling = plans.filter((plan) => !plan.includes('pgrst_source'))
  return telling
    .toSorted((a, b) => duration(b) - duration(a))
    .slice(0, 2)
    .join('\n')
}
