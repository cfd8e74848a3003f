import postgres from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import { startTemporaryDatabase, type TemporaryDatabase } from '../../local/temporaryDatabase'

export type Db = postgres.Sql | postgres.TransactionSql
export type Person = { id: string; email: string; sessionId: string }
/** Whose rights a query runs with: a signed-in person, or a role of the API without a person. */
export type Speaker = Person | 'anon' | 'service_role'

export type Database = {
  /** Connections as the owner of the schema, who is above all rights. */
  readonly sql: postgres.Sql
  /** As the superuser, for what even the owner may not do. */
  readonly adminUrl: string
}

/** A Postgres of its own for the test file, with all migrations. */
export function startDatabase(options: { seed?: boolean } = {}): Database {
  let temporary: TemporaryDatabase | undefined
  let sql: postgres.Sql | undefined
  beforeAll(async () => {
    temporary = await startTemporaryDatabase(options)
    sql = postgres(temporary.databaseUrl, { max: 20, onnotice: () => undefined })
  })
  afterAll(async () => {
    await sql?.end()
    await temporary?.destroy()
  })
  const running = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('the database is only there inside tests and hooks')
    return part
  }
  return {
    get sql() {
      return running(sql)
    },
    get adminUrl() {
      return running(temporary).adminUrl
    },
  }
}

class RollBack extends Error {}

/** Runs in a transaction of which nothing remains. */
export async function rolledBack(
  sql: postgres.Sql,
  run: (db: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  try {
    await sql.begin(async (db) => {
      await run(db)
      throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  }
}

/** From here to the end of the transaction, queries have this speaker's rights, as in an API request. */
export async function speakAs(db: Db, speaker: Speaker): Promise<void> {
  const claims =
    typeof speaker === 'string'
      ? { role: speaker }
      : { role: 'authenticated', sub: speaker.id, email: speaker.email, session_id: speaker.sessionId }
  await db`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${claims.role}, true)`
}

/** Back to the owner of the schema, to look at what happened. */
export async function speakAsOwner(db: Db): Promise<void> {
  await db`select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`
}

export async function actingAs(
  sql: postgres.Sql,
  speaker: Speaker,
  run: (db: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  await rolledBack(sql, async (db) => {
    await speakAs(db, speaker)
    await run(db)
  })
}

/** One API request: its own transaction, which commits. */
export function request<T>(sql: postgres.Sql, speaker: Speaker, run: (db: postgres.TransactionSql) => Promise<T>) {
  return sql.begin(async (db) => {
    await speakAs(db, speaker)
    return run(db)
  })
}

/** The detail is there so that a comparison with code and message fails when an error tells more. */
export type Refusal = { code: string; message: string; detail: string | undefined }

/** The error of a query that must fail; the transaction around it goes on. */
export async function refusalOf(
  db: postgres.TransactionSql,
  run: (inner: postgres.TransactionSql) => PromiseLike<unknown>,
): Promise<Refusal> {
  try {
    await db.savepoint(async (inner) => {
      await run(inner)
    })
  } catch (error) {
    if (error instanceof postgres.PostgresError) {
      return { code: error.code, message: error.message, detail: error.detail }
    }
    throw error
  }
  throw new Error('the query was not refused')
}
