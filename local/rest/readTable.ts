import type postgres from 'postgres'
import { answerSql } from './answerSql'
import { parseQuery } from './parseQuery'
import { qualifiedName } from './quoting'
import { ReadPlanner } from './readSql'
import { contentRange, pageStatus, requireSingle, respond } from './response'
import type { RestRequest } from './restRequest'
import type { Relation, Schema } from './schemaCache'
import { runAsCaller } from './transaction'

export async function readTable(
  sql: postgres.Sql,
  schema: Schema,
  request: RestRequest,
  relation: Relation,
  maxRows: number,
): Promise<Response> {
  const { offset, statement } = planRead(schema, request, relation, maxRows)
  const row = await runAsCaller(sql, schema, request, {
    statement,
    changesNothing: true,
    check: (answer) => requireSingle(request, answer),
  })
  const count = Number(row.page_total)
  return respond(request, row, {
    status: pageStatus(offset, count, row.total),
    headers: { 'content-range': contentRange(offset, count, row.total) },
  })
}

/** The statement that answers the request, and the offset of its page. */
export function planRead(schema: Schema, request: RestRequest, relation: Relation, maxRows: number) {
  const { tree } = parseQuery(request.url.searchParams, { callByGet: false })
  const table = qualifiedName(relation)
  const read = new ReadPlanner(schema, maxRows).plan({ qualifier: table, relation }, table, tree)
  const statement = answerSql(read.rows, {
    singular: request.format.singular,
    format: request.format,
    total: request.preferences.count ? `(select count(*) from (${read.allRows}) as pgrst_all)` : null,
  })
  return { offset: tree.offset, statement }
}
