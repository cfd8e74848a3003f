// `npm run bench` measures everything, prints each figure with its goal and writes each part of bench/RESULTS.md. `npm run bench --
// payments reads` measures and writes only these parts. The goals are ratios of interleaved rounds, because absolute figures depend
// on the machine. `npm run bench -- people` measures each call and each job with a million people, which is not part of the whole
// run. With `--rows=1000000` (transactions in the large table of the reads, by default ten million) or `--people=50000` nothing is
// written. `--pgledger=FOLDER` compares payments with those of a checkout of pgledger.
import type { Interactions } from './eventTiming'
import { type Load, measureConnections } from './connections'
import { median, quantile } from './figures'
import { measureInteractions } from './interactions'
import { measureLighthouse } from './lighthouse/measureLighthouse'
import { measureLive } from './live'
import { measurePayments } from './payments'
import { badness, measurePeople } from './people'
import { requireRoomFor } from './peopleDatabase'
import type { JobFigures } from './peopleJobs'
import { startReadDatabase } from './readDatabase'
import { measureReads } from './reads'
import { lagSeconds, measureReplica } from './replica'
import { measuredPart, writeResults, type Part, type Row } from './results'
import { measureSettled } from './settled'
import { measureStarts } from './start'
import { measureWeb } from './webBudgets'

function atLeast(what: string, value: number, goal: number): Row {
  return { what, figure: value.toFixed(2), goal: `≥ ${goal}`, isMet: value >= goal }
}
function atMost(what: string, value: number, goal: number, unit = '', digits = 0): Row {
  return { what, figure: `${value.toFixed(digits)}${unit}`, goal: `≤ ${goal}${unit}`, isMet: value <= goal }
}

/** A figure for orientation, without a goal. */
function withoutGoal(what: string, value: number, unit = '', digits = 2): Row {
  return { what, figure: `${value.toFixed(digits)}${unit}`, goal: '–', isMet: true }
}

async function payments(): Promise<Part> {
  const { byClients, popularPayee, checked, log, instructions } = await measurePayments(optionOf('pgledger'))
  const by = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`)
  const microseconds = ({ cpuTime }: { cpuTime: number }) => `${cpuTime.toFixed(0)} µs`
  return {
    title: 'Payments',
    rows: [
      ...byClients.flatMap(({ clients, payment, plainTransfer, forEachPlain, pgledger }) => [
        withoutGoal(`${by(clients)}, payments`, payment.perSecond, ' a second', 0),
        withoutGoal(
          `${by(clients)}, server CPU of a payment (${microseconds(payment)}) for each of a plain transfer (${microseconds(plainTransfer)})`,
          forEachPlain,
        ),
        ...(pgledger === null
          ? []
          : [
              atMost(
                `${by(clients)}, server CPU of a payment for each transfer of pgledger (${microseconds(pgledger.timed)}, ${pgledger.timed.perSecond.toFixed(0)} a second)`,
                pgledger.forEach,
                1,
                '',
                2,
              ),
            ]),
      ]),
      atLeast(
        `${by(popularPayee.clients)}, payments to one popular payee (${popularPayee.payment.perSecond.toFixed(0)} a second), for each payment to any payee`,
        popularPayee.speed,
        0.5,
      ),
      withoutGoal(
        `${by(checked.clients)}, server CPU of a payment with a payee check (${microseconds(checked.payment)}) for each without`,
        checked.cpu,
      ),
      atMost('Write-ahead log for a payment, without splits of index pages', log.bytes / 1000, 2.3, ' kB', 3),
      withoutGoal('Write-ahead log of the splits for a payment', log.splitBytes / 1000, ' kB'),
      ...(instructions === null
        ? []
        : [
            atMost('Instructions of a payment, million', instructions.payment, 1.95, '', 2),
            atMost(
              'Instructions of a payment with a payee check, as the app sends it, million',
              instructions.checkedPayment,
              2.4,
              '',
              2,
            ),
            withoutGoal('Instructions of a plain transfer, million', instructions.plainTransfer),
          ]),
    ],
  }
}

async function reads(): Promise<Part> {
  const database = await startReadDatabase(numberAsked('rows') ?? 10_000_000, 50_000)
  try {
    const rows = database.rows.toLocaleString('en-GB')
    const { ratios, plans } = await measureReads(database)
    return {
      title: 'Reads',
      about: `The time with ${rows} transactions for each time with 10,000.`,
      rows: ratios.map(({ what, small, large, ratio, goal }) =>
        atMost(`${what} (${small.toFixed(2)} ms, ${large.toFixed(2)} ms)`, ratio, goal, '', 2),
      ),
      appendix: plans.map(({ what, plan }) => `### ${what}\n\n\`\`\`\n${plan}\n\`\`\`\n`).join('\n'),
    }
  } finally {
    await database.destroy()
  }
}

async function live(): Promise<Part> {
  const { subscribers, received, painted } = await measureLive()
  const rowsOf = (what: string, delays: number[]) => [
    atMost(`${what}, median`, median(delays), 100, ' ms'),
    atMost(`${what}, 99 of 100`, quantile(delays, 0.99), 500, ' ms'),
  ]
  return {
    title: 'Live',
    about: `From commit, with ${subscribers} subscribers.`,
    rows: [...rowsOf('to receipt', received), ...rowsOf("to the balance painted on the payee's home page", painted)],
  }
}

async function settled(): Promise<Part> {
  const rates = await measureSettled()
  return {
    title: 'Payments to other banks',
    about: 'From commit until the other bank has decided.',
    rows: rates.flatMap(({ perSecond, delays, messages }) => [
      atMost(`${perSecond} a second, median of ${delays.length}`, median(delays), 1000, ' ms'),
      atMost(`${perSecond} a second, 99 of 100`, quantile(delays, 0.99), 2000, ' ms'),
      atMost(`${perSecond} a second, messages in the busiest second`, messages, 2),
    ]),
  }
}

async function web(): Promise<Part> {
  const sizes = await measureWeb()
  return {
    title: 'Web, gzipped',
    rows: sizes.map(({ what, measured, limit, unit }) =>
      unit === 'kB' ? atMost(what, measured, limit, ' kB', 1) : atMost(what, measured, limit),
    ),
  }
}

async function interactions(): Promise<Part> {
  const { floor, figures } = await measureInteractions()
  return {
    title: 'From a tap or a key to the next paint',
    about: `On a CPU slowed four times. A page with one button: ${floor.slowest} ms.`,
    rows: figures.map(({ what, ...timed }) => slowestInteraction(what, timed)),
  }
}

/** The goals hold on a machine with a load below 1.5. */
const lighthouseGoals: Record<string, { score: number; paint: number; blocked: number }> = {
  '/auth': { score: 99, paint: 2400, blocked: 200 },
  '/': { score: 97, paint: 2000, blocked: 200 },
  '/transactions': { score: 97, paint: 2700, blocked: 200 },
  '/pay-transfer': { score: 95, paint: 2700, blocked: 200 },
}

function goalsOf(page: string) {
  const goals = lighthouseGoals[page]
  if (goals === undefined) throw new Error(`${page} has no goals`)
  return goals
}

async function lighthouse(): Promise<Part> {
  const rounds = 5
  const { ours, other } = await measureLighthouse(rounds)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return {
    title: 'Lighthouse for phones',
    about: `The median of ${rounds}.`,
    rows: ours.flatMap(({ what, score, paint, blocked, bytes, requests }) => [
      atLeast(`${what} (${(bytes / 1000).toFixed(0)} kB)`, score, goalsOf(what).score),
      atMost(`${what}, largest paint`, paint, goalsOf(what).paint, ' ms'),
      atMost(`${what}, blocked`, blocked, goalsOf(what).blocked, ' ms'),
      atMost(`${what}, requests`, requests, 60),
      atLeast(`${what}, for each point of ${other.what} (${other.score.toFixed(0)})`, score / other.score, 1),
      atMost(
        `${what}, largest paint for each second of ${other.what} (${seconds(other.paint)})`,
        paint / other.paint,
        1,
        '',
        2,
      ),
    ]),
  }
}

async function start(): Promise<Part> {
  const { newDatabase, warm } = await measureStarts()
  return {
    title: 'From `npm run dev` to the first page',
    rows: [
      atMost('Sign-in screen', warm.shown, 10, ' s', 1),
      atMost('API', warm.ready, 10, ' s', 1),
      atMost('Sign-in screen, with a new database', newDatabase.shown, 20, ' s', 1),
      atMost('API, with a new database', newDatabase.ready, 20, ' s', 1),
    ],
  }
}

async function people(): Promise<Part> {
  const asked = numberAsked('people') ?? 1_000_000
  process.stdout.write(`${asked.toLocaleString('en-GB')} people need ${await requireRoomFor(asked)}.\n`)
  const { calls, jobs, plans } = await measurePeople(asked, (line) => process.stdout.write(`${line}\n`))
  const refused = calls.filter(({ refusal }) => refusal !== null)
  const inGoals = calls.filter((call) => badness(call) <= 1)
  const { length: whole } = jobs.filter(({ wholeTables, due }) => wholeTables.length + due.wholeTables.length > 0)
  return {
    title: 'A million people',
    about: `Each call and each job with ${asked.toLocaleString('en-GB')} people, beside 1,000.`,
    rows: [
      atLeast(
        `Calls at most 1.5 times as long, and within a tenth of their limit, of ${calls.length}`,
        inGoals.length,
        calls.length,
      ),
      ...calls
        .toSorted((a, b) => badness(b) - badness(a))
        .slice(0, plans.length)
        .flatMap(({ what, few, many, limit }) => [
          atMost(
            `${what} (median ${few.median.toFixed(1)} ms, ${many.median.toFixed(1)} ms)`,
            many.median / few.median,
            1.5,
            '',
            2,
          ),
          atMost(`${what}, slowest`, many.slowest, limit / 10, ' ms', 1),
        ]),
      atMost('Jobs that read a whole table', whole, 0),
      ...jobs.flatMap(({ name, due, ...atRest }) => [
        atMost(wordsOf(name, atRest), atRest.ms, 1000, ' ms', 1),
        // A run goes on for 50 seconds. A hosted project ends it after two minutes.
        atMost(
          wordsOf(`${name}, with ${due.rows} due rows, of which ${due.left} stay`, due),
          due.ms / 1000,
          60,
          ' s',
          2,
        ),
      ]),
    ],
    appendix: [
      ...plans.map(({ what, plan }) => `### ${what}\n\n\`\`\`\n${plan}\n\`\`\`\n`),
      `### Refused, so that only the refusal is measured\n\n${refused.map(({ what, refusal }) => `${what} (${refusal})`).join(', ')}\n`,
    ].join('\n'),
  }
}

const wordsOf = (what: string, { wholeTables, problem }: Pick<JobFigures, 'wholeTables' | 'problem'>) =>
  [what, ...wholeTables, problem].filter((part) => part !== null).join(', ')

async function connections(): Promise<Part> {
  const apps = numberAsked('apps') ?? 2000
  const {
    payers,
    closed,
    open,
    paying,
    joinSeconds,
    payments: made,
    answered,
    received,
    atLimit,
  } = await measureConnections(apps)
  const load = (what: string, { connections: number, memory, cpu }: Load) => [
    withoutGoal(`${what}: connections to the database`, number),
    withoutGoal(`${what}: memory of Postgres, MB`, memory),
    withoutGoal(`${what}: processor time of Postgres, ms a second`, cpu),
  ]
  return {
    title: 'Open apps',
    about: `${apps} apps with Realtime, of which ${payers} pay every ten seconds over HTTP: ${made} payments.`,
    rows: [
      ...load('No app', closed),
      ...load('All apps open', open),
      ...load('While some pay', paying),
      withoutGoal('Until all have joined, s', joinSeconds),
      atMost('Answer of a payment, median', answered.median, 100, ' ms'),
      atMost('Answer of a payment, 99 of 100', answered.slowest, 500, ' ms'),
      atMost("From the payment to the payee's app, median", received.median, 100, ' ms'),
      atMost("From the payment to the payee's app, 99 of 100", received.slowest, 500, ' ms'),
    ],
    appendix: `### A payment when the database has no connection left\n\n${atLimit.map((line) => `- ${line}`).join('\n')}\n`,
  }
}

async function replica(): Promise<Part> {
  const { answered, writes, after } = await measureReplica()
  return {
    title: 'A copy of the database that lags',
    about: `A streaming copy that is ${lagSeconds} s behind. It answers ${answered.length} calls and refuses ${writes.length} that write.`,
    rows: after.map(({ what, seconds }) => withoutGoal(`${what}, s`, seconds)),
    appendix: `### Refused, because they write\n\n${writes.join(', ')}\n\n### Answered\n\n${answered.join(', ')}\n`,
  }
}

function slowestInteraction(what: string, { count, slowest }: Interactions): Row {
  return atMost(`${what}, the slowest of ${count}`, slowest, 100, ' ms')
}

const parts: Record<string, () => Promise<Part>> = {
  payments,
  reads,
  live,
  settled,
  web,
  lighthouse,
  interactions,
  start,
  people,
  connections,
  replica,
}
/** They take many gigabytes, or are for `docs/scaling.md`. */
const onlyIfNamed = new Set(['people', 'connections', 'replica'])

function optionOf(name: string): string | null {
  const option = `--${name}=`
  return process.argv.find((argument) => argument.startsWith(option))?.slice(option.length) ?? null
}

function numberAsked(name: string): number | undefined {
  const asked = Number(optionOf(name))
  return Number.isSafeInteger(asked) && asked > 0 ? asked : undefined
}

const named = Object.entries(parts).filter(([name]) => process.argv.includes(name))
const chosen = named.length > 0 ? named : Object.entries(parts).filter(([name]) => !onlyIfNamed.has(name))
const isOfOwnSize = ['rows', 'people', 'apps'].some((name) => optionOf(name) !== null)
for (const [, measure] of chosen) {
  const section = await measuredPart(measure)
  process.stdout.write(section)
  if (!isOfOwnSize) await writeResults(section)
}
process.exit(0)
