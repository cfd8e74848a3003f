// `npm run bench`: measures everything, prints it beside its goal and writes bench/RESULTS.md. Ratios of interleaved rounds
// are what counts; absolute figures are noise. `npm run bench -- payments reads` measures these parts only, and
// `--rows=1000000` has that many transactions in the large table of the reads instead of ten million.
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import { measureLive } from './live'
import { measurePartitions } from './partitions'
import { measurePayments } from './payments'
import { openReadingBank } from './readingBank'
import { measureReads } from './reads'
import { measureScrolling } from './scrolling'
import { measureWeb } from './webBudgets'

type Row = { what: string; figure: string; goal: string; isMet: boolean }
type Part = { title: string; rows: Row[]; appendix?: string }

const resultsFile = new URL('RESULTS.md', import.meta.url)

function atLeast(what: string, value: number, goal: number): Row {
  return { what, figure: value.toFixed(2), goal: `≥ ${goal}`, isMet: value >= goal }
}
function atMost(what: string, value: number, goal: number, unit = '', digits = 0): Row {
  return { what, figure: `${value.toFixed(digits)}${unit}`, goal: `≤ ${goal}${unit}`, isMet: value <= goal }
}

async function payments(): Promise<Part> {
  const { ratios, walBytes, walGoal } = await measurePayments()
  return {
    title: 'Payments done for each other transaction on the same server',
    rows: [
      ...ratios.map(({ what, clients, paymentsPerSecond, ratio, goal }) =>
        atLeast(
          `${clients} clients, beside ${what} (${paymentsPerSecond.toFixed(0)} payments per second)`,
          ratio,
          goal,
        ),
      ),
      atMost('Write-ahead log for a payment', walBytes / 1000, walGoal / 1000, ' kB', 2),
    ],
  }
}

/** The plain table is also what the partitioned one is compared with. */
async function reads(): Promise<Part[]> {
  const bank = await openReadingBank(rowsAsked() ?? 10_000_000, 50_000)
  try {
    const rows = bank.rows.toLocaleString('en-GB')
    const { ratios, plans } = await measureReads(bank)
    const partitions = await measurePartitions(bank)
    return [
      {
        title: `Reads: time with ${rows} transactions for each time with 10,000`,
        rows: ratios.map(({ what, small, large, ratio, goal }) =>
          atMost(`${what} (${small.toFixed(2)} ms, ${large.toFixed(2)} ms)`, ratio, goal, '', 2),
        ),
        appendix: plans.map(({ what, plan }) => `### ${what}\n\n\`\`\`\n${plan}\n\`\`\`\n`).join('\n'),
      },
      {
        title: `Partitions: time on a table parted by month for each time on a plain one, ${rows} rows`,
        rows: partitions.map(({ what, plain, parted, ratio }) => ({
          what: `${what} (${plain.toFixed(2)} ms, ${parted.toFixed(2)} ms)`,
          figure: ratio.toFixed(2),
          goal: '–',
          isMet: true,
        })),
      },
    ]
  } finally {
    await bank.destroy()
  }
}

async function live(): Promise<Part> {
  const { subscribers, median, p99, medianGoal, p99Goal } = await measureLive()
  return {
    title: `Live: from commit to receipt, with ${subscribers} subscribers`,
    rows: [atMost('Median', median, medianGoal, ' ms'), atMost('99 of 100', p99, p99Goal, ' ms')],
  }
}

async function web(): Promise<Part> {
  const sizes = await measureWeb()
  return {
    title: 'Web, gzipped',
    rows: sizes.map(({ what, bytes, budget }) => atMost(what, bytes / 1000, budget / 1000, ' kB', 1)),
  }
}

async function scrolling(): Promise<Part> {
  const places = await measureScrolling([5_000, 50_000])
  return {
    title: 'Scrolling through transactions, on a CPU slowed four times: ms for a frame',
    rows: places.map(({ rows, median, p95, p99 }) =>
      atMost(
        `${rows.toLocaleString('en-GB')} rows, 95 of 100 (median ${median.toFixed(0)}, 99 of 100 ${p99.toFixed(0)})`,
        p95,
        100,
      ),
    ),
  }
}

const parts: Record<string, () => Promise<Part | Part[]>> = { payments, reads, live, web, scrolling }

function rowsAsked(): number | undefined {
  const asked = Number(process.argv.find((argument) => argument.startsWith('--rows='))?.slice('--rows='.length))
  return Number.isSafeInteger(asked) && asked > 0 ? asked : undefined
}

function machine(): string {
  const load = os.loadavg()[0] ?? 0
  const busy =
    load > os.cpus().length ? ' The machine was busy with other work: the ratios are worse than they are.' : ''
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${os.cpus().length} × ${os.cpus()[0]?.model}, ${(os.totalmem() / 2 ** 30).toFixed(0)} GB, ${os.platform()}, Node ${process.version}, load ${load.toFixed(1)} at the start.${busy}`
}

function describe({ title, rows }: Part): string {
  const lines = rows.map(
    ({ what, figure, goal, isMet }) => `| ${what} | ${figure} | ${goal} | ${isMet ? 'yes' : '**no**'} |`,
  )
  return [`## ${title}`, '', '| | measured | goal | met |', '|---|---|---|---|', ...lines, ''].join('\n')
}

const introduction = `# What was measured\n\nBy \`npm run bench\`: ${machine()}\n`
const wanted = Object.entries(parts).filter(([name]) => process.argv.includes(name))
const measured: Part[] = []
for (const [name, measure] of wanted.length > 0 ? wanted : Object.entries(parts)) {
  const start = performance.now()
  const done = [await measure()].flat()
  measured.push(...done)
  process.stdout.write(
    `${done.map(describe).join('\n')}\n(${name}: ${((performance.now() - start) / 1000).toFixed(0)} s)\n\n`,
  )
}
const appendices = measured.flatMap(({ appendix }) => (appendix === undefined ? [] : ['## Plans\n', appendix]))
const report = [introduction, ...measured.map(describe), ...appendices].join('\n')
// Part of the measurements must not replace all of them.
if (wanted.length === 0) await writeFile(resultsFile, report)
process.exit(0)
