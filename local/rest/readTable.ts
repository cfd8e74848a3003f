import type postgres from 'postgres'
import { answerSql } from './answerSql'
import { parseQuery, rangeError } from './parseQuery'
import { qualifiedName } from './quoting'
import { ReadPlanner } from './readSql'
import { contentRange, pageStatus, requireSingle, respond } from './response'
import type { RestRequest } from './restRequest'
import type { Relation, Schema } from './schemaCache'
import type { ReadTree } from './syntax'
import { runAsCaller } from './transaction'

export async function readTable(
  sql: postgres.Sql,
  schema: Schema,
  request: RestRequest,
  relation: Relation,
  maxRows: number,
): Promise<Response> {
  const { tree } = parseQuery(request.url.searchParams, { callByGet: false })
  applyRangeHeader(tree, request.headers.get('range'))
  const table = qualifiedName(relation)
  const read = new ReadPlanner(schema, maxRows).plan({ qualifier: table, relation }, table, tree)
  const row = await runAsCaller(sql, schema, request, {
    statement: answerSql(read.rows, {
      singular: request.format.singular,
      format: request.format,
      total: request.preferences.count ? `(select count(*) from (${read.allRows}) as pgrst_all)` : null,
    }),
    changesNothing: true,
    check: (answer) => requireSingle(request, answer),
  })
  const count = Number(row.page_total)
  return respond(request, row, {
    status: pageStatus(tree.offset, count, row.total),
    headers: { 'content-range': contentRange(tree.offset, count, row.total) },
  })
}

/** `Range: 0-9` says the same as limit and offset, and narrows them when both are there. */
function applyRangeHeader(tree: ReadTree, header: string | null): void {
  const range = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header ?? '')
  if (!range) return
  const first = Number(range[1])
  if (range[2]) {
    const last = Number(range[2])
    if (last < first) {
      throw rangeError('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
    }
    tree.limit = Math.min(tree.limit ?? Infinity, last - first + 1)
  }
  tree.offset = Math.max(tree.offset, first)
}
