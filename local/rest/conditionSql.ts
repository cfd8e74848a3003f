import { literal, quoteName } from './quoting'
import type { Relation } from './schemaCache'
import type { Condition, Filter, Test } from './syntax'

/** The rows that a request's column names refer to. */
export type Source = {
  /** The quoted table, `"public"."accounts"`, or an alias. */
  qualifier: string
  /** Null for the rows of a function that returns no table's rows. */
  relation: Relation | null
}

const comparisons: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
}

const states = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' }

export function columnSql(source: Source, column: string): string {
  return `${source.qualifier}.${quoteName(column)}`
}

export function conditionSql(source: Source, condition: Condition): string {
  if (condition.kind === 'logic') {
    const members = condition.members.map((member) => conditionSql(source, member))
    return `${condition.negated ? 'not ' : ''}(${members.join(` ${condition.joinedBy} `)})`
  }
  const sql = testSql(source, condition)
  return condition.negated ? `not (${sql})` : `(${sql})`
}

function testSql(source: Source, { column, test }: Filter): string {
  const tested = columnSql(source, column)
  switch (test.kind) {
    case 'is':
      return `${tested} is ${states[test.state]}`
    case 'in':
      return `${tested} = any (${literal(arrayText(test.values))})`
    case 'compare':
      return `${tested} ${comparisons[test.operator]} ${literal(operandOf(test))}`
  }
}

/** In a pattern, `*` means `%`, which would have to be escaped in a URL. */
function operandOf({ operator, value }: Extract<Test, { kind: 'compare' }>): string {
  return operator.endsWith('like') ? value.replaceAll('*', '%') : value
}

function arrayText(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/(["\\])/g, '\\$1')}"`).join(',')}}`
}
