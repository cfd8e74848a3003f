import type { Sql } from 'postgres'
import { codeOnly } from './sqlText'

const change =
  /\bdelete\s+from\s+(?:only\s+)?[\w."]+|\bupdate\s+(?:only\s+)?[\w."]+(?:\s+(?:as\s+)?(?!set\b)[\w"]+)?\s+set\b/gi

/** The UPDATE and DELETE statements in a function body that have no WHERE clause. */
export function changesWithoutWhere(body: string): string[] {
  const code = codeOnly(body)
  return [...code.matchAll(change)]
    .filter(({ index }) => !/\bdo\s+$/i.test(code.slice(0, index)))
    .map((match) => ({ match, rest: restOfStatement(code, match.index + match[0].length) }))
    .filter(({ rest }) => !hasWhere(rest))
    .map(({ match }) => match[0].replaceAll(/\s+/g, ' '))
}

function restOfStatement(code: string, start: number): string {
  let depth = 0
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1
    if (code[at] === ')') depth -= 1
    // A depth below zero is the end of the brackets around a `with x as (delete …)`.
    if (depth < 0 || (code[at] === ';' && depth === 0)) return code.slice(start, at)
  }
  return code.slice(start)
}

function hasWhere(rest: string): boolean {
  let depth = 0
  for (const [token] of rest.matchAll(/\(|\)|\bwhere\b/gi)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth === 0) return true
  }
  return false
}

/**
 * Finds functions that fail on the platform: it loads pg-safeupdate for API connections, which refuses an UPDATE or
 * DELETE without WHERE, also in functions. The local database does not refuse them.
 */
export async function lintSafeUpdate(sql: Sql): Promise<string[]> {
  const functions = await sql<{ name: string; body: string }[]>`
    select
      format('%I.%I', n.nspname, p.proname) as name,
      coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_language l on l.oid = p.prolang
    where l.lanname in ('plpgsql', 'sql')
      and n.nspname not in (
        'pg_catalog', 'information_schema', 'auth', 'realtime', 'extensions', 'cron', 'vault', 'storage', '_stack')
    order by 1`
  return functions.flatMap(({ name, body }) =>
    changesWithoutWhere(body).map(
      (statement) => `${name}: "${statement}" has no WHERE. The hosted platform refuses it (SQLSTATE 21000).`,
    ),
  )
}
