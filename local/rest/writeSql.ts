import { conditionSql } from './conditionSql'
import type { Query } from './parseQuery'
import type { Preferences } from './preferences'
import { literal, qualifiedName, quoteName } from './quoting'
import { RestError } from './restError'
import type { Payload } from './payload'
import type { Relation } from './schemaCache'

/**
 * Counts the new rows in a setting, as PostgREST does. A system column would tell as well, but reading one needs a
 * grant on the whole table.
 */
const countedInsert = countInserted('+ 1', '0')
const countedUpdate = countInserted('- 1', '-1')
export const insertedRows = "nullif(current_setting('pgrst.inserted', true), '')"

export function insertSql(
  relation: Relation,
  payload: Payload,
  query: Query,
  preferences: Preferences,
  returning: string,
): string {
  const { columns } = payload
  const conflict = query.onConflict ?? relation.primaryKey
  const merging = preferences.resolution === 'merge-duplicates' && conflict.length > 0
  const target = columns.length > 0 ? ` (${columns.map(quoteName).join(', ')})` : ''
  const values = columns.map((column) => `pgrst_row.${quoteName(column)}`).join(', ')
  return [
    `insert into ${qualifiedName(relation)}${target}`,
    `select ${values} from ${recordsSql(relation, payload)}`,
    merging ? `where ${countedInsert}` : '',
    preferences.resolution !== null && conflict.length > 0 ? conflictSql(conflict, columns, merging) : '',
    returning,
  ].join(' ')
}

function conflictSql(conflict: string[], columns: string[], merging: boolean): string {
  const target = `on conflict (${conflict.map(quoteName).join(', ')})`
  if (!merging || columns.length === 0) return `${target} do nothing`
  const assignments = columns.map((column) => `${quoteName(column)} = excluded.${quoteName(column)}`)
  return `${target} do update set ${assignments.join(', ')} where ${countedUpdate}`
}

export function updateSql(relation: Relation, payload: Payload, query: Query, returning: string): string {
  const assignments = payload.columns.map((column) => `${quoteName(column)} = pgrst_row.${quoteName(column)}`)
  return [
    `update ${qualifiedName(relation)} set ${assignments.join(', ')}`,
    `from (select * from ${recordsSql(relation, payload)} limit 1) as pgrst_row`,
    whereSql(relation, query, 'UPDATE'),
    returning,
  ].join(' ')
}

export function deleteSql(relation: Relation, query: Query, returning: string): string {
  return `delete from ${qualifiedName(relation)} ${whereSql(relation, query, 'DELETE')} ${returning}`
}

export function returningSql(relation: Relation, columns: string[] | 'all'): string {
  const table = qualifiedName(relation)
  if (columns === 'all') return `returning ${table}.*`
  if (columns.length === 0) return 'returning 1'
  return `returning ${columns.map((column) => `${table}.${quoteName(column)}`).join(', ')}`
}

/** The platform loads pg-safeupdate for every API connection: without a filter, the write is refused. */
function whereSql(relation: Relation, { tree }: Query, verb: 'UPDATE' | 'DELETE'): string {
  if (tree.conditions.length === 0) throw new RestError(400, '21000', `${verb} requires a WHERE clause`)
  const source = { qualifier: qualifiedName(relation), relation }
  return `where ${tree.conditions.map((condition) => conditionSql(source, condition)).join(' and ')}`
}

function recordsSql(relation: Relation, { json, columns }: Payload): string {
  if (columns.length === 0) return `json_array_elements(${literal(json)}) as pgrst_row`
  const given = columns.map(
    (name) => relation.columns.find((column) => column.name === name) ?? unknownColumn(name, relation),
  )
  const types = given.map((column) => `${quoteName(column.name)} ${column.type}`).join(', ')
  return `json_to_recordset(${literal(json)}) as pgrst_row(${types})`
}

function unknownColumn(name: string, relation: Relation): never {
  throw new RestError(400, 'PGRST204', `Could not find the '${name}' column of '${relation.name}' in the schema cache`)
}

function countInserted(step: string, unreachable: string): string {
  return `set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) ${step})::text, true) <> '${unreachable}'`
}
