import { paths } from './paths'

/** How long channels that begin one after the other can share a question, in ms. */
const sharedMs = 300
/** Until then a channel begins with the page. */
const startMs = 30_000
/** So long after the first marks a table without rows needs no read. */
const freshMs = 15_000

/** What the database said of each table, beside a profile. */
type Marks = { userId: string; sentAt: number; tables: Map<string, unknown> }

/** When the page read its profile, before all that is read after it. */
let first: Marks | null = null
let latest: Marks | null = null
let readAgain: () => Promise<unknown> = () => Promise.resolve()

// Read beside the profile, and not after it.
const readBeside = ['accounts', ...(window.location.pathname === paths.transactions ? ['transactions'] : [])]

let question: Promise<ReadonlySet<string> | null> | null = null

/** Keeps the marks of a profile that was asked for at `sentAt`, and how to read it again. */
export function noteChangeMarks(userId: string, marks: unknown, sentAt: number, again: () => Promise<unknown>) {
  if (typeof marks !== 'object' || marks === null) return
  latest = { userId, sentAt, tables: new Map<string, unknown>(Object.entries(marks)) }
  if (first?.userId !== userId) first = latest
  readAgain = again
}

/** For a query of a customer's own rows: its answer, where the page's first profile says that there are none. */
export function withoutRows<Answer>(userId: string, table: string, answer: Answer) {
  const age = () =>
    first?.userId === userId && first.tables.get(table) === null ? performance.now() - first.sentAt : Infinity
  return {
    initialData: () => (age() < freshMs ? answer : undefined),
    initialDataUpdatedAt: () => Date.now() - age(),
  }
}

/**
 * The tables of the customer's own rows that may have changed since the page read its profile. One question for the channels that
 * begin together; null for a later channel, and without an answer: then anything may have changed.
 */
export async function changedTables(): Promise<ReadonlySet<string> | null> {
  if (first === null || performance.now() - first.sentAt > startMs) return null
  question ??= ask(first, performance.now())
  return question
}

async function ask(before: Marks, begunAt: number): Promise<ReadonlySet<string> | null> {
  await new Promise((resolve) => {
    setTimeout(resolve, sharedMs)
  })
  question = null
  const isAnswered = () => latest !== null && latest.userId === before.userId && latest.sentAt >= begunAt
  // Other parts read the profile too. A read that runs may be older than the channel.
  if (!isAnswered()) await readAgain()
  if (!isAnswered()) await readAgain()
  if (latest === null || !isAnswered()) return null
  const { tables } = latest
  return new Set([
    ...readBeside,
    ...[...tables.keys()].filter((table) => tables.get(table) !== before.tables.get(table)),
  ])
}
