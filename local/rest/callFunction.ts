import type postgres from 'postgres'
import { answerSql } from './answerSql'
import { findFunction } from './findFunction'
import { parseQuery } from './parseQuery'
import { readArguments } from './payload'
import { literal, qualifiedName, quoteName } from './quoting'
import { ReadPlanner } from './readSql'
import { contentRange, pageStatus, requireAtMost, requireSingle, respond } from './response'
import { RestError } from './restError'
import { isReading, type RestRequest } from './restRequest'
import type { DatabaseFunction, Schema } from './schemaCache'
import type { ReadTree } from './syntax'
import { runAsCaller } from './transaction'

export async function callFunction(
  sql: postgres.Sql,
  schema: Schema,
  request: RestRequest,
  name: string,
  maxRows: number,
): Promise<Response> {
  const { called, statement, offset } = await planCall(schema, request, name, maxRows)
  const { maxAffected } = request.preferences
  if (maxAffected !== null && !called.returnsSet) {
    throw new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    )
  }

  const row = await runAsCaller(sql, schema, request, {
    statement,
    changesNothing: called.changesNothing,
    timeout: called.timeout,
    check: (answer) => {
      requireAtMost(maxAffected, Number(answer.page_total))
      if (called.returnsSet) requireSingle(request, answer)
    },
  })
  if (called.returnsVoid) return respond(request, { ...row, body: '' }, { status: 204 })
  const count = Number(row.page_total)
  return respond(request, row, {
    status: pageStatus(offset, count, row.total),
    headers: { 'content-range': contentRange(offset, count, row.total) },
  })
}

/** The function that the request calls, the statement that calls it, and the offset of the page. */
export async function planCall(schema: Schema, request: RestRequest, name: string, maxRows: number) {
  const reading = isReading(request.method)
  if (!reading && request.method !== 'POST') {
    throw new RestError(405, 'PGRST101', `Cannot use the ${request.method} method on RPC`)
  }
  const { tree, callArguments } = parseQuery(request.url.searchParams, { callByGet: reading })
  const body = reading ? null : await readArguments(request)
  const given = body?.names ?? [...callArguments.keys()]
  const called = findFunction(schema, request.schema, name, given, !reading)
  const call = body ? callWithJson(called, given, body.json) : callWithTexts(called, callArguments)
  return { called, statement: callStatement(schema, request, called, call, tree, maxRows), offset: tree.offset }
}

function callStatement(
  schema: Schema,
  request: RestRequest,
  called: DatabaseFunction,
  call: string,
  tree: ReadTree,
  maxRows: number,
): string {
  const options = {
    singular: request.format.singular || !called.returnsSet,
    format: request.format,
  }
  const alias = quoteName(called.name)
  // A single value is one row with the column pgrst_scalar. The request can select, cast and filter it like any column.
  const values = called.returnsSet
    ? `select * from ${call} as pgrst_call(pgrst_scalar)`
    : `select ${call} as pgrst_scalar`
  const read = new ReadPlanner(schema, called.returnsSet ? maxRows : null).plan(
    { qualifier: alias, relation: schema.relationById(called.relation) ?? null },
    `pgrst_source as ${alias}`,
    tree,
  )
  return answerSql(read.rows, {
    ...options,
    value: called.returnsRows ? 'row' : 'scalar',
    with: [`pgrst_source as (${called.returnsRows ? `select * from ${call}` : values})`],
    total: request.preferences.count ? `(select count(*) from (${read.allRows}) as pgrst_all)` : null,
  })
}

/** Postgres reads the arguments from the JSON body, so that objects, arrays and null keep their types. */
function callWithJson(called: DatabaseFunction, given: string[], json: string): string {
  const used = called.parameters.filter(({ name }) => given.includes(name))
  const types = used.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
  return callSql(
    called,
    used.map(({ name }) => [
      name,
      `(select ${quoteName(name)} from json_to_record(${literal(json)}) as given(${types}))`,
    ]),
  )
}

/** Arguments in the query string are text, which Postgres casts to the parameter's type. */
function callWithTexts(called: DatabaseFunction, given: Map<string, string>): string {
  return callSql(
    called,
    called.parameters.flatMap(({ name, type }) => {
      const value = given.get(name)
      return value === undefined ? [] : [[name, `${literal(value)}::${type}`]]
    }),
  )
}

function callSql(called: DatabaseFunction, given: [name: string, value: string][]): string {
  return `${qualifiedName(called)}(${given.map(([name, value]) => `${quoteName(name)} := ${value}`).join(', ')})`
}
