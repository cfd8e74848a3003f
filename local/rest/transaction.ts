import type postgres from 'postgres'
import { literal, quoteName } from './quoting'
import { isReading, type RestRequest } from './restRequest'
import type { Schema } from './schemaCache'

/** The one row that every statement returns. Postgres writes the JSON, so that numbers stay exact. */
export type AnswerRow = {
  /** The number of rows in the answer. */
  page_total: string
  /** The number of all matching rows; null when the request did not ask for it. */
  total: string | null
  body: string
  inserted: string | null
}

/** Runs one statement as the caller. When `check` throws, the transaction rolls back. */
export async function runAsCaller(
  sql: postgres.Sql,
  schema: Schema,
  request: RestRequest,
  options: {
    statement: string
    changesNothing: boolean
    /** The statement_timeout that replaces that of the role. */
    timeout?: string | null
    check: (row: AnswerRow) => void
  },
): Promise<AnswerRow> {
  const mode = isReading(request.method) || options.changesNothing ? 'read only' : 'read write'
  return sql.begin(`isolation level read committed ${mode}`, async (transaction) => {
    // Sent together to save round trips. When a statement fails, those after it fail too.
    const [, , [row]] = await Promise.all([
      transaction.unsafe(sessionSql(request, options.timeout ?? schema.timeout(request.claims.role))),
      schema.preRequest === null ? null : transaction.unsafe(`select ${schema.preRequest}()`),
      transaction.unsafe<AnswerRow[]>(options.statement),
    ])
    if (!row) throw new Error('the statement answered no row')
    options.check(row)
    return row
  })
}

/** The settings last until the end of the transaction. The role comes last: it may have no right to set the others. */
function sessionSql(
  { schema: schemaName, claims, headers, method, path }: RestRequest,
  timeout: string | undefined,
): string {
  const settings: [string, string][] = [
    ['search_path', [schemaName, 'extensions'].map(quoteName).join(', ')],
    ['request.jwt.claims', JSON.stringify(claims)],
    ['request.headers', JSON.stringify(Object.fromEntries(headers))],
    ['request.cookies', '{}'],
    ['request.method', method],
    ['request.path', path],
  ]
  if (timeout !== undefined) settings.push(['statement_timeout', timeout])
  settings.push(['role', claims.role])
  return `select ${settings.map(([name, value]) => `set_config('${name}', ${literal(value)}, true)`).join(', ')}`
}
