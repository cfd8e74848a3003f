import type postgres from 'postgres'
import { literal, quoteName } from './quoting'
import { isReading, type RestRequest } from './restRequest'
import type { Schema } from './schemaCache'

/** What every statement answers, as text: Postgres has already written the JSON, exact numbers included. */
export type AnswerRow = {
  /** How many rows are in the answer. */
  page_total: string
  /** How many there are in all; null when that was not asked. */
  total: string | null
  body: string
  response_status: string | null
  response_headers: string | null
  inserted: string | null
  location: string | null
}

/**
 * Runs one statement as the caller. `check` may throw, which undoes what the statement did.
 */
export async function runAsCaller(
  sql: postgres.Sql,
  schema: Schema,
  request: RestRequest,
  options: { statement: string; changesNothing: boolean; check: (row: AnswerRow) => void },
): Promise<AnswerRow> {
  const mode = isReading(request.method) || options.changesNothing ? 'read only' : 'read write'
  return sql.begin(`isolation level read committed ${mode}`, async (transaction) => {
    // Sent together, to save a round trip; a failing first statement makes the second one fail as well.
    const [, [row]] = await Promise.all([
      transaction.unsafe(sessionSql(schema, request)),
      transaction.unsafe<AnswerRow[]>(options.statement),
    ])
    if (!row) throw new Error('the statement answered no row')
    options.check(row)
    return row
  })
}

/** Everything in it lasts until the end of the transaction. The role comes last: it may not be allowed to set the rest. */
function sessionSql(schema: Schema, { schema: schemaName, claims, headers, method, path }: RestRequest): string {
  const settings: [string, string][] = [
    ['search_path', [schemaName, 'extensions'].map(quoteName).join(', ')],
    ['request.jwt.claims', JSON.stringify(claims)],
    ['request.headers', JSON.stringify(Object.fromEntries(headers))],
    ['request.cookies', '{}'],
    ['request.method', method],
    ['request.path', path],
  ]
  const timeout = schema.timeout(claims.role)
  if (timeout !== undefined) settings.push(['statement_timeout', timeout])
  settings.push(['role', claims.role])
  return `select ${settings.map(([name, value]) => `set_config('${name}', ${literal(value)}, true)`).join(', ')}`
}
