import postgres from 'postgres'
import { createAuth } from './auth/createAuth'
import { bankEnvironment, connectBank, otherBank, ownBank } from './banks/banks'
import { createOtherBanks } from './banks/createOtherBanks'
import { bootstrapWarnings } from './bootstrap/applyBootstrap'
import { readConfig } from './config'
import { createCron } from './cron/createCron'
import { openDatabase, startDatabase } from './database'
import { createFunctions } from './functions/createFunctions'
import { createGateway } from './gateway'
import { createMailbox } from './mailbox/createMailbox'
import { lintSafeUpdate } from './migrations/lintSafeUpdate'
import type { Cluster } from './postgres/cluster'
import { freePort } from './postgres/ports'
import { createRealtime } from './realtime/createRealtime'
import { createRest } from './rest/createRest'
import { keys, projectRoot } from './settings'

export type StackOptions = {
  /** The project's folder, which holds supabase/ and node_modules/. */
  root?: string
  dataDir: string
  /** 0 chooses a free port. */
  apiPort: number
  databasePort: number
  mailPort: number
  smtpPort: number
  /** Whether a new database gets supabase/seed.sql. */
  seed: boolean
  /** Whether the folder is a copy of a prepared database, to which nothing has to be applied. */
  isPrepared?: boolean
  /** Whether data survives a power cut. */
  isDurable?: boolean
  bcryptCost?: number
  cron?: boolean
  /** The first digits of the sort codes that lead to other banks. Payments to the rest need no answer. */
  otherBanks?: string
  /** Where the other banks keep their book. */
  bookFile?: string
  /** Where another stack receives messages. */
  bankAddress?: string
  /** More environment variables for the edge functions. */
  env?: Record<string, string>
  onProgress?: (step: string) => void
  log?: (line: string) => void
}

export type Stack = {
  apiUrl: string
  /** Connects as `postgres`, like DB_URL of `supabase start`. */
  databaseUrl: string
  /** Connects as `supabase_admin`, the superuser. */
  adminUrl: string
  /** Connects as any role that may log in. */
  databaseUrlAs(role: string): string
  mailboxUrl: string
  keys: typeof keys
  /** Settings that have no effect here, and findings that would fail on the platform. */
  warnings: string[]
  /** The durations of the start in milliseconds. */
  timings: { database: number; services: number }
  /** For tests: kills the database as a power cut would, until restartDatabase. */
  killDatabase(): Promise<void>
  restartDatabase(): Promise<void>
  stop(): Promise<void>
}

const mailSender = 'Fernbank <no-reply@fernbank.example>'
const hostedBcryptCost = 10

/** Starts all services behind one gateway. When one fails to start, the others are stopped. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { root = projectRoot, log = () => {}, onProgress = () => {}, bcryptCost = hostedBcryptCost } = options
  const config = readConfig(root)

  const stops: (() => Promise<void>)[] = []
  /** Stops the parts in reverse order of their start. */
  async function stop(): Promise<void> {
    const failures: unknown[] = []
    for (const stopPart of stops.splice(0).toReversed()) {
      await stopPart().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts of the stack did not stop.')
  }
  function stoppable<Part extends { close(): Promise<void> }>(part: Part): Part {
    stops.push(() => part.close())
    return part
  }

  try {
    const startedAt = performance.now()
    const mailbox = stoppable(await createMailbox({ smtpPort: options.smtpPort, webPort: options.mailPort }))
    const databaseOptions = {
      root,
      dataDir: options.dataDir,
      port: options.databasePort || (await freePort()),
      isDurable: options.isDurable ?? false,
      seed: options.seed,
      passwordHashCost: options.bcryptCost,
      onProgress,
      log,
    }
    const open = options.isPrepared === true ? startDatabase : openDatabase
    let database: Cluster = await open(databaseOptions)
    stops.push(() => database.stop())
    const databaseAt = performance.now()

    onProgress('starting services')
    // Starts before the services, which need its address, and after the database, so that it stops before the database.
    const gateway = stoppable(await createGateway({ port: options.apiPort, keys, log }))
    const apiUrl = `http://127.0.0.1:${gateway.port}`
    const { jwtSecret } = keys
    const addresses = options.bankAddress === undefined ? [] : [options.bankAddress]
    if (options.otherBanks !== undefined) {
      const { otherBanks: prefix } = options
      const { address } = stoppable(await createOtherBanks({ apiUrl, bookFile: options.bookFile, log }))
      await onDatabase(database, (sql) => connectBank(sql, otherBank, address, prefix))
      addresses.push(address)
    }
    await onDatabase(database, (sql) => connectPushService(sql, mailbox.webPort))
    const starting = [
      createAuth({
        url: database.url('supabase_auth_admin'),
        hashUrl: database.url('postgres'),
        jwtSecret,
        issuer: `${apiUrl}/auth/v1`,
        config: config.auth,
        bcryptCost,
        log,
      }).then(stoppable),
      createRest({
        url: database.url('authenticator'),
        jwtSecret,
        schemas: config.schemas,
        maxRows: config.maxRows,
        log,
      }).then(stoppable),
      createRealtime({
        url: database.url('supabase_admin'),
        jwtSecret,
        publishableKey: keys.publishable,
        secretKey: keys.secret,
        log,
      }).then(stoppable),
      createFunctions({
        root,
        config: config.functions,
        apiUrl,
        keys,
        databaseUrl: database.url('postgres'),
        jwtSecret,
        env: {
          SMTP_HOST: '127.0.0.1',
          SMTP_PORT: String(mailbox.smtpPort),
          SMTP_SECURE: 'false',
          MAIL_FROM: mailSender,
          APP_URL: 'http://localhost:5173',
          CARD_NETWORK_KEY: keys.cardNetwork,
          VAPID_PRIVATE_KEY: JSON.stringify(keys.vapid),
          ...bankEnvironment(ownBank),
          ...options.env,
        },
        addresses,
        log,
      }).then(stoppable),
    ] as const
    // When one fails, the others must have started before they can be stopped.
    await Promise.allSettled(starting)
    const [auth, rest, realtime, functions] = await Promise.all(starting)
    if (options.cron ?? true) stoppable(createCron({ url: database.url('supabase_admin'), log }))
    const warnings = [...config.warnings, ...(await warningsOf(database))]
    gateway.serve({ auth, rest, realtime, functions })

    return {
      apiUrl,
      databaseUrl: database.url('postgres'),
      adminUrl: database.url('supabase_admin'),
      databaseUrlAs: (role) => database.url(role),
      mailboxUrl: `http://127.0.0.1:${mailbox.webPort}`,
      keys,
      warnings,
      timings: { database: databaseAt - startedAt, services: performance.now() - databaseAt },
      killDatabase: () => database.kill(),
      async restartDatabase() {
        await database.stop()
        database = await open({ ...databaseOptions, seed: false })
      },
      stop,
    }
  } catch (error) {
    // The first error matters more than an error during the cleanup.
    await stop().catch(() => {})
    throw error
  }
}

/** As take_due_pushes does at its first call: the app offers push messages at once. */
async function connectPushService(sql: postgres.Sql, port: number): Promise<void> {
  const [x, y] = [keys.vapid.x, keys.vapid.y].map((part) => Buffer.from(part, 'base64url'))
  const publicKey = Buffer.concat([Buffer.of(4), x ?? Buffer.of(), y ?? Buffer.of()]).toString('base64url')
  await sql`
    update private.settings set
      push_public_key = ${publicKey},
      push_services = array(
        select s from unnest(push_services) s where s not like 'http:%'
        union all select ${`http://127.0.0.1:${port}`}
      )
    where only_row`
}

const warningsOf = (database: Cluster) =>
  onDatabase(database, async (sql) => [...(await bootstrapWarnings(sql)), ...(await lintSafeUpdate(sql))])

async function onDatabase<T>(database: Cluster, run: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(database.url('supabase_admin'), { max: 1, onnotice: () => {} })
  try {
    return await run(sql)
  } finally {
    await sql.end()
  }
}
