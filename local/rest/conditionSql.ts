import { literal, quoteName } from './quoting'
import type { Relation } from './schemaCache'
import type { Condition, Field, Filter, Test } from './syntax'

/** Where a column name of the request belongs: how SQL refers to the rows, and what is known about them. */
export type Source = {
  /** Already quoted: `"public"."accounts"`, or an alias. Only ever the beginning of a name, never a part of a text. */
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
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const searches: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const states = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' }

export function fieldSql(source: Source, field: Field): string {
  const column = `${source.qualifier}.${quoteName(field.column)}`
  if (field.path.length === 0) return column
  const steps = field.path.map(({ arrow, key }) => arrow + (/^-?\d+$/.test(key) ? key : literal(key)))
  const document = /^jsonb?$/.test(columnType(source, field) ?? '') ? column : `to_jsonb(${column})`
  return `(${document}${steps.join('')})`
}

/** `embedFilter` answers the filters that are about an embed as a whole, and null for all others. */
export function conditionSql(
  source: Source,
  condition: Condition,
  embedFilter: (filter: Filter) => string | null,
): string {
  if (condition.kind === 'logic') {
    const members = condition.members.map((member) => conditionSql(source, member, embedFilter))
    return `${condition.negated ? 'not ' : ''}(${members.join(` ${condition.joinedBy} `)})`
  }
  const sql = embedFilter(condition) ?? testSql(source, condition.field, condition.test)
  return condition.negated ? `not (${sql})` : `(${sql})`
}

function testSql(source: Source, field: Field, test: Test): string {
  const tested = fieldSql(source, field)
  switch (test.kind) {
    case 'is':
      return `${tested} is ${states[test.state]}`
    case 'in':
      return `${tested} = any (${literal(arrayText(test.values))})`
    case 'search': {
      const language = test.language === null ? '' : `${literal(test.language)}, `
      const vector = isSearchVector(source, field) ? tested : `to_tsvector(${language}${tested})`
      return `${vector} @@ ${searches[test.query]}(${language}${literal(test.value)})`
    }
    case 'compare': {
      // `*` stands for `%`, which would have to be escaped in an address.
      const value = test.operator.endsWith('like') ? test.value.replaceAll('*', '%') : test.value
      const operand = test.quantifier === null ? literal(value) : `${test.quantifier} (${literal(value)})`
      return `${tested} ${comparisons[test.operator]} ${operand}`
    }
  }
}

function arrayText(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/(["\\])/g, '\\$1')}"`).join(',')}}`
}

function columnType(source: Source, field: Field): string | undefined {
  return source.relation?.columns.find((column) => column.name === field.column)?.type
}

function isSearchVector(source: Source, field: Field): boolean {
  return field.path.length === 0 && columnType(source, field) === 'tsvector'
}
