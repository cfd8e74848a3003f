// Calls the API in SQL, with the statements that the REST service sends, without HTTP.
import postgres from 'postgres'
import { planCall } from '../local/rest/callFunction'
import { planRead } from '../local/rest/readTable'
import { readRequest } from '../local/rest/restRequest'
import { openSchemaCache } from '../local/rest/schemaCache'
import { createPool } from '../local/postgres/pool'

export type Caller = { id: string; email: string; session: string }

/** One statement of the API, and how long it may run, in ms. */
export type ApiStatement = { statement: string; limit: number }

export type ApiCaller = {
  /** Calls a function and commits. */
  call(caller: Caller | null, name: string, args?: Record<string, unknown>): Promise<unknown>
  /** Runs a statement and commits. */
  run(caller: Caller | null, statement: ApiStatement): Promise<string>
  planCall(name: string, args?: Record<string, unknown>): Promise<ApiStatement>
  /** The path of a request, as `accounts?select=id&limit=1`. */
  planRead(path: string): ApiStatement
  /** How long the statements take, in ms. They are rolled back. A refusal has its hint or code. */
  time(caller: Caller | null, statements: readonly ApiStatement[], isExplained?: boolean): Promise<Timed>
  close(): Promise<void>
}

export type Timed = { ms: number; refusal: string | null; plans: string[] }

const maxRows = 1000
/** The API ends a statement after this time on a hosted project. */
const longest = 60_000

class RollBack extends Error {}

/**
 * `url` connects as the superuser, who may load the module that explains statements inside functions. `copyUrl`: where the
 * statements run, if that is a copy of the database.
 */
export async function startApiCaller(url: string, copyUrl = url): Promise<ApiCaller> {
  const notices: string[] = []
  const options = { prepare: false, fetch_types: false, onnotice: () => {} }
  const sql = postgres(copyUrl, { ...options, max: 1, onnotice: ({ message = '' }) => notices.push(message) })
  const listener = postgres(url, { ...options, max: 1 })
  const pool = createPool(url, 1, options)
  const cache = await openSchemaCache(listener, pool, ['public'])
  const schema = cache.current()
  const claims = { role: 'authenticated' }
  await sql`load 'auto_explain'`
  await sql.unsafe(
    `set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on; set auto_explain.log_timing = on`,
  )

  async function begin(db: postgres.TransactionSql, caller: Caller | null) {
    const role = caller === null ? 'anon' : 'authenticated'
    const itsClaims =
      caller === null ? { role } : { role, sub: caller.id, email: caller.email, session_id: caller.session }
    await db`
      select set_config('request.jwt.claims', ${JSON.stringify(itsClaims)}, true),
        set_config('request.headers', '{"x-forwarded-for": "203.0.113.7"}', true),
        set_config('statement_timeout', ${String(longest)}, true), set_config('search_path', 'public, extensions', true),
        set_config('role', ${role}, true)`
  }

  async function plan(name: string, args: Record<string, unknown> = {}): Promise<ApiStatement> {
    const body = new Request(`http://localhost/rpc/${name}`, { method: 'POST', body: JSON.stringify(args) })
    const { called, statement } = await planCall(schema, readRequest(body, claims, ['public']), name, maxRows)
    return { statement, limit: inMs(called.timeout ?? schema.timeout('authenticated')) }
  }

  const run = (caller: Caller | null, { statement }: ApiStatement) =>
    sql.begin(async (db) => {
      await begin(db, caller)
      const [row] = await db.unsafe<{ body: string }[]>(statement)
      return row?.body ?? 'null'
    })

  return {
    planCall: plan,
    planRead(path) {
      const request = readRequest(new Request(`http://localhost/${path}`), claims, ['public'])
      const relation = schema.relation('public', request.path.slice(1))
      if (relation === undefined) throw new Error(`${path} has no table`)
      return { ...planRead(schema, request, relation, maxRows), limit: inMs(schema.timeout('authenticated')) }
    },
    run,
    call: async (caller, name, args) => JSON.parse(await run(caller, await plan(name, args))) as unknown,
    async time(caller, statements, isExplained = false) {
      const timed: Timed = { ms: Number.NaN, refusal: null, plans: [] }
      notices.length = 0
      // Sequences count wrong PINs, because a rollback does not undo them.
      await sql`
        select setval(oid::regclass, 0) from pg_class
        where relkind = 'S' and relnamespace = 'private'::regnamespace and relname like 'wrong\\_pins%'
          and pg_sequence_last_value(oid) > 0`
      try {
        await sql.begin(async (db) => {
          if (isExplained) {
            await db.unsafe(`set local client_min_messages = log; set local auto_explain.log_min_duration = 0`)
          }
          await begin(db, caller)
          const before = statements.slice(0, -1)
          for (const { statement } of before) await db.unsafe(statement)
          const start = performance.now()
          try {
            await db.unsafe(statements.at(-1)?.statement ?? '')
            // What the triggers do at commit.
            await db.unsafe('set constraints all immediate')
          } finally {
            timed.ms = performance.now() - start
          }
          throw new RollBack()
        })
      } catch (error) {
        if (error instanceof postgres.PostgresError) timed.refusal = error.hint ?? `${error.code} ${error.message}`
        else if (!(error instanceof RollBack)) throw error
      }
      timed.plans = notices.filter((notice) => notice.startsWith('duration:'))
      return timed
    },
    async close() {
      await cache.close()
      await listener.end()
      await pool.close()
      await sql.end()
    },
  }
}

/** '3s' and '500ms' in ms. */
function inMs(timeout: string | undefined): number {
  const [, value, unit] = /^(\d+)(ms|s|min)$/.exec(timeout ?? '') ?? []
  const units: Record<string, number> = { ms: 1, s: 1000, min: 60_000 }
  if (value === undefined || unit === undefined) throw new Error(`${timeout} is no time`)
  return Number(value) * (units[unit] ?? Number.NaN)
}
