// How many instructions the server needs for a transaction, counted by Valgrind. Unlike times, the count is nearly the same on a
// busy machine.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { postgresBinaries } from '../local/postgres/binaries'
import { databaseUser } from '../local/postgres/databaseUser'
import type { TemporaryDatabase } from '../local/temporaryDatabase'

type Transact = (sql: postgres.Sql) => Promise<void>

/** By then the connection has compiled the functions and keeps generic plans. */
const warmUps = 30
const counted = 40

export const hasValgrind = () => spawnSync('valgrind', ['--version']).status === 0

/** Millions of instructions for each transaction. Stops the database and starts it again under Valgrind. */
export async function countInstructions(database: TemporaryDatabase, transactions: Transact[]): Promise<number[]> {
  const dataFolder = await folderOf(database)
  // The restart writes everything to the tables, so that the slow start below has nothing to recover.
  await database.restartDatabase()
  const { databaseUrl } = database
  await database.killDatabase()
  const user = databaseUser()
  const counts = mkdtempSync(path.join(tmpdir(), 'fernbank-counts-'))
  if (user) chownSync(counts, user.uid, user.gid)
  // As in the database that the times are measured on, and for the same reason as in the write-ahead log: after a start, the first
  // change of each page writes the page whole. That costs a payment 20 to 80 thousand instructions, by the size of the tables.
  const settings = `port=${new URL(databaseUrl).port} unix_socket_directories= wal_level=logical jit=off autovacuum=off fsync=off full_page_writes=off`
  const server = spawn(
    'valgrind',
    [
      '--tool=callgrind',
      // Also the processes that the server starts.
      '--trace-children=yes',
      '--instr-atstart=no',
      `--callgrind-out-file=${counts}/%p`,
      postgresBinaries().postgres,
      '-D',
      dataFolder,
      ...settings.split(' ').flatMap((setting) => ['-c', setting]),
    ],
    { ...user, cwd: counts, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  try {
    await isReady(server)
    return await countEach(databaseUrl, counts, transactions)
  } finally {
    const ended = new Promise((resolve) => server.once('close', resolve))
    server.kill('SIGQUIT')
    await ended
    rmSync(counts, { recursive: true, force: true })
  }
}

async function folderOf({ databaseUrl }: TemporaryDatabase): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1 })
  const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`
  await sql.end()
  return row?.folder ?? ''
}

function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      if (chunk.toString('utf8').includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('close', () => reject(new Error('Postgres ended under Valgrind.')))
  })
}

async function countEach(url: string, folder: string, transactions: Transact[]): Promise<number[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const pid = backend?.pid ?? 0
  const tell = (...words: string[]) =>
    execFileSync('vgdb', [`--pid=${pid}`, ...words], { ...databaseUser(), stdio: 'ignore' })
  const counts: number[] = []
  tell('instrumentation', 'on')
  for (const [nth, transact] of transactions.entries()) {
    for (let done = 0; done < warmUps; done += 1) await transact(sql)
    // Each dump starts again from zero.
    tell('dump')
    for (let done = 0; done < counted; done += 1) await transact(sql)
    tell('dump')
    const total = /^totals: (\d+)/m.exec(readFileSync(path.join(folder, `${pid}.${2 * nth + 2}`), 'utf8'))?.[1]
    counts.push(Number(total) / counted / 1e6)
  }
  await sql.end()
  return counts
}
