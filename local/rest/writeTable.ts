import type postgres from 'postgres'
import { answerSql } from './answerSql'
import { parseQuery, type Query } from './parseQuery'
import { readRows } from './payload'
import { quoteName } from './quoting'
import { columnsReadBack, ReadPlanner } from './readSql'
import { contentRange, requireAtMost, requireSingle, respond } from './response'
import type { RestRequest } from './restRequest'
import type { Relation, Schema } from './schemaCache'
import type { ReadTree } from './syntax'
import { runAsCaller, type AnswerRow } from './transaction'
import { deleteSql, insertedRows, insertSql, returningSql, updateSql } from './writeSql'

export async function writeTable(
  sql: postgres.Sql,
  schema: Schema,
  request: RestRequest,
  relation: Relation,
): Promise<Response> {
  const { method, preferences } = request
  const query = parseQuery(request.url.searchParams, { callByGet: false })
  const write = await writeStatement(schema, request, relation, query)
  const row = write === null ? nothingWritten(request) : await run(write)

  async function run(statement: string): Promise<AnswerRow> {
    return runAsCaller(sql, schema, request, {
      statement: answerSql(representation(schema, request, relation, query.tree), {
        with: [`pgrst_source as (${statement})`],
        singular: request.format.singular,
        format: request.format,
        total: '(select count(*) from pgrst_source)',
        inserted: insertedRows,
      }),
      changesNothing: false,
      check: (answer) => {
        if (method !== 'POST') requireAtMost(preferences.maxAffected, Number(answer.total))
        requireSingle(request, answer)
      },
    })
  }

  const shown = preferences.return === 'representation'
  const total = preferences.count ? row.total : null
  const headers = {
    'content-range': contentRange(0, method === 'PATCH' ? Number(row.page_total) : 0, total),
  }
  return respond(request, shown ? row : { ...row, body: '' }, { status: statusOf(request, row), headers })
}

function statusOf({ method, preferences }: RestRequest, row: AnswerRow): number {
  if (method !== 'POST') return preferences.return === 'representation' ? 200 : 204
  // An upsert that inserted no row is answered with 200.
  const onlyMerged = preferences.resolution === 'merge-duplicates' && row.inserted !== null && Number(row.inserted) <= 0
  return onlyMerged ? 200 : 201
}

/** Null when the body leaves nothing to write. */
async function writeStatement(
  schema: Schema,
  request: RestRequest,
  relation: Relation,
  query: Query,
): Promise<string | null> {
  const { preferences } = request
  const returning = returningSql(relation, returnedColumns(schema, request, relation, query.tree))
  if (request.method === 'DELETE') return deleteSql(relation, query, returning)

  const payload = await readRows(request, query.columns)
  if (request.method === 'POST') {
    return payload.rowCount === 0 ? null : insertSql(relation, payload, query, preferences, returning)
  }
  return payload.columns.length === 0 ? null : updateSql(relation, payload, query, returning)
}

/** Only what the answer reads: a caller may have the right to write columns that they may not read. */
function returnedColumns(
  schema: Schema,
  { preferences }: RestRequest,
  relation: Relation,
  tree: ReadTree,
): string[] | 'all' {
  return preferences.return === 'representation' ? columnsReadBack(schema, relation, tree) : []
}

function representation(schema: Schema, { preferences }: RestRequest, relation: Relation, tree: ReadTree): string {
  if (preferences.return !== 'representation') return 'select 1 from pgrst_source'
  const alias = quoteName(relation.name)
  // The filters chose the rows to write. They must not filter the written rows again.
  const shown = unordered({ ...tree, conditions: [] })
  return new ReadPlanner(schema, null).plan({ qualifier: alias, relation }, `pgrst_source as ${alias}`, shown).rows
}

/** PostgREST neither orders nor limits the rows that a write returns. */
function unordered(tree: ReadTree): ReadTree {
  const items = tree.items.map((item) => (item.kind === 'embed' ? { ...item, tree: unordered(item.tree) } : item))
  return { items, conditions: tree.conditions, order: [], limit: null, offset: 0 }
}

function nothingWritten(request: RestRequest): AnswerRow {
  const row: AnswerRow = {
    page_total: '0',
    total: '0',
    body: '[]',
    inserted: null,
  }
  requireSingle(request, row)
  return row
}
