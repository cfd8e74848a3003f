import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresBinaries } from './binaries'
import { databaseUser, type DatabaseUser } from './databaseUser'
import { diskFullWords, isDiskFull } from './diskFull'
import { forgetProcess, guardProcess } from './guard'

/** The password of all database roles. */
const password = 'postgres'
const startTimeoutMs = 60_000
const stopGraceMs = 10_000
const restartAfterMs = 2000
const repeatAfterMs = 60_000

export type Cluster = {
  readonly pid: number
  readonly port: number
  url(role: string): string
  stop(): Promise<void>
  /** Kills Postgres without a shutdown, as a power cut would. */
  kill(): Promise<void>
}

/** Creates a data folder. An interrupted attempt leaves an unfinished folder, which the next attempt removes. */
export async function createCluster(folder: string, options: { isDurable: boolean }): Promise<void> {
  const user = databaseUser()
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  giveTo(user, unfinished)
  const secretFolder = mkdtempSync(path.join(tmpdir(), 'fernbank-initdb-'))
  const passwordFile = path.join(secretFolder, 'password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  giveTo(user, secretFolder, passwordFile)
  try {
    await runInitdb([
      `--pgdata=${unfinished}`,
      '--username=supabase_admin',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // The collation of hosted projects.
      '--locale-provider=icu',
      '--icu-locale=en-US',
      `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
      '--no-instructions',
      // Each test file copies the log, of which a short segment is enough.
      ...(options.isDurable ? [] : ['--no-sync', '--wal-segsize=1']),
    ])
    renameSync(unfinished, folder)
  } finally {
    rmSync(secretFolder, { recursive: true, force: true })
  }
}

export function clusterExists(folder: string): boolean {
  return existsSync(path.join(folder, 'PG_VERSION'))
}

type ServerOptions = { port: number; isDurable: boolean; logFile: string; program?: string }

/**
 * Starts Postgres. It goes on after a statement that found the disk full, but stops when it cannot write the write-ahead log: then
 * it is started again as soon as there is room. `log` is told of both. Tests fake the program.
 */
export async function startCluster(
  folder: string,
  { log = () => {}, ...options }: ServerOptions & { log?: (line: string) => void },
): Promise<Cluster> {
  const { port } = options
  const stopping = new AbortController()
  let toldAt = -Infinity
  const tellDiskFull = () => {
    if (performance.now() - toldAt < repeatAfterMs) return
    toldAt = performance.now()
    log(`${diskFullWords(folder)} What needs room fails until then. What is stored stays.`)
  }
  let server = await startServer(folder, options, tellDiskFull)

  async function restart(): Promise<void> {
    log('Postgres has stopped, because it cannot write its log. It starts again, with all data, when there is room.')
    while (!stopping.signal.aborted)
      try {
        await pause(restartAfterMs, undefined, { signal: stopping.signal, ref: false })
        server = await startServer(folder, options, tellDiskFull)
        log('There is room again, and Postgres runs.')
        return
      } catch (error) {
        if (!stopping.signal.aborted && !isDiskFull(error)) throw error
      }
  }
  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { foundDiskFull } = await server.ended
      if (stopping.signal.aborted || !foundDiskFull) return
      await restart()
    }
  }
  const following = follow().catch((error: unknown) => log(`Postgres could not be started again: ${String(error)}`))

  async function end(how: 'stop' | 'kill'): Promise<void> {
    stopping.abort()
    await server[how]()
    await following
    // One that was starting.
    await server[how]()
  }
  return {
    get pid() {
      return server.pid
    },
    port,
    url: (role) => `postgres://${role}:${password}@127.0.0.1:${port}/postgres`,
    stop: () => end('stop'),
    kill: () => end('kill'),
  }
}

async function startServer(folder: string, options: ServerOptions, onDiskFull: () => void) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: '',
    // The realtime relay needs logical decoding.
    wal_level: 'logical',
    max_slot_wal_keep_size: '1GB',
    max_connections: 100,
    shared_buffers: '64MB',
    timezone: 'UTC',
    // As on the platform: a statement of a job, or of any role without a limit of its own, ends after it.
    statement_timeout: '2min',
    // On small tables, JIT compilation costs more than it saves.
    jit: 'off',
    log_min_messages: 'warning',
    // A PIN can be in the details, the context, the statement and the values of a refused call. loggable removes its message.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_line_prefix: '%m [%p] %e ',
    // synchronous_commit stays on, also without fsync: when off, it delays the log that the relay reads.
    // A database that is thrown away soon needs no clean-up of dead rows.
    ...(options.isDurable ? {} : { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
  const child = spawn(
    options.program ?? postgresBinaries().postgres,
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // The process is detached: Ctrl-C in a terminal must not stop the database before the services.
    { ...databaseUser(), stdio: ['ignore', 'ignore', 'pipe'], detached: true, ...childOptions() },
  )
  const { pid } = child
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  if (pid !== undefined) guardProcess(pid)
  let recent = ''
  const ended = new Promise<{ foundDiskFull: boolean }>((resolve) => {
    child.once('error', () => resolve({ foundDiskFull: false }))
    child.once('close', () => {
      if (pid !== undefined) forgetProcess(pid)
      resolve({ foundDiskFull: isDiskFull(recent) })
    })
  })

  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`Postgres did not start within ${startTimeoutMs / 1000} s.\n${recent}`))
    }, startTimeoutMs)
    createInterface({ input: child.stderr }).on('line', (line) => {
      writeLog(options.logFile, loggable(line))
      recent = `${recent}${line}\n`.slice(-4000)
      if (isDiskFull(line)) onDiskFull()
      if (!/ready to accept (?:read-only )?connections/.test(recent)) return
      clearTimeout(timeout)
      resolve()
    })
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(timeout)
      reject(new Error(`Postgres ended while starting.\n${recent}`))
    })
  })
  if (pid === undefined) throw new Error('Postgres has no process id.')
  // The database does not keep this process alive.
  child.unref()

  return {
    pid,
    ended,
    async stop() {
      child.ref()
      if (!hasEnded()) child.kill('SIGINT')
      await Promise.race([ended, pause(stopGraceMs, undefined, { ref: false })])
      if (!hasEnded()) child.kill('SIGQUIT')
      await ended
    },
    async kill() {
      child.ref()
      if (!hasEnded()) child.kill('SIGKILL')
      // The pipe closes when the last server process has ended. Only then can Postgres start again.
      await ended
    },
  }
}

/**
 * The line without the message of a refused call, which can have a PIN: 'invalid input syntax for type integer: "24680"'. Its
 * SQLSTATE stays. Empty for the further lines of a message.
 */
function loggable(line: string): string {
  const [, start = '', level = '', message = ''] = /^(\S+ \S+ \S+ \[\d+\] \w{5} )([A-Z]+):(.*)$/.exec(line) ?? []
  if (level === '') return ''
  return `${start}${level}:${level === 'ERROR' ? '' : message}\n`
}

function writeLog(file: string, line: string): void {
  try {
    appendFileSync(file, line)
  } catch (error) {
    // The log can be on the disk that is full.
    if (!isDiskFull(error)) throw error
  }
}

/** The pid of the Postgres that runs on this folder, also of one that a killed stack has left; null when there is none. */
export function runningServer(folder: string): number | null {
  const file = path.join(folder, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return isAlive(pid) ? pid : null
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function runInitdb(options: string[]): Promise<void> {
  const child = spawn(postgresBinaries().initdb, options, { ...databaseUser(), ...childOptions() })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString('utf8')
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb failed (exit code ${code}).\n${output}`)),
    )
  })
}

/** A working folder that every user may enter, and untranslated messages, which startCluster reads. */
function childOptions() {
  return { cwd: tmpdir(), env: { ...process.env, LC_MESSAGES: 'C' } }
}

function giveTo(user: DatabaseUser | null, ...files: string[]): void {
  if (user) for (const file of files) chownSync(file, user.uid, user.gid)
}
