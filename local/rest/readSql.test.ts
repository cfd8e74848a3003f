import { describe, expect, test } from 'vitest'
import { parseQuery } from './parseQuery'
import { ReadPlanner } from './readSql'
import type { Relation, Schema } from './schemaCache'

const people: Relation = {
  oid: 1,
  schema: 'public',
  name: 'people',
  primaryKey: ['id'],
  columns: ['id', 'name'].map((name) => ({ name, type: 'text' })),
}

const schema: Schema = {
  relations: [people],
  foreignKeys: [],
  functions: [],
  timeouts: [],
  preRequest: null,
  timeout: () => undefined,
  relation: () => people,
  relationById: () => people,
}

/** The statement with quoted names and literals replaced: the rest is what Postgres reads as SQL. */
function bareSql(query: string): string {
  const { tree } = parseQuery(new URLSearchParams(query), { callByGet: false })
  const source = { qualifier: '"public"."people"', relation: people }
  const { rows } = new ReadPlanner(schema, 1000).plan(source, '"public"."people"', tree)
  const withoutQuotes = rows.replaceAll(/"(?:[^"]|"")*"| E'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/g, '_')
  return withoutQuotes.replaceAll(/\s+/g, ' ').trim()
}

const hostile = [
  `x" y' z\\`,
  `"; drop table people; --`,
  `'; drop table people; --`,
  `\\'; drop table people; --`,
  `\\"`,
  `$$;`,
  `*/ --`,
]

describe('reads no text of the caller as SQL', () => {
  test.each(hostile)('%s', (text) => {
    const name = encodeURIComponent(`"${text.replaceAll(/(["\\])/g, '\\$1')}"`)
    const value = encodeURIComponent(text)
    expect(bareSql(`select=${name}:${name}`)).toBe('select _._._ as _ from _._ limit 1000')
    expect(bareSql(`${name}=eq.${value}`)).toBe('select _._.* from _._ where (_._._ = _) limit 1000')
    expect(bareSql(`name=like.${value}`)).toBe('select _._.* from _._ where (_._._ like _) limit 1000')
    expect(bareSql(`name=in.(${name},b)`)).toBe('select _._.* from _._ where (_._._ = any (_)) limit 1000')
    expect(bareSql(`or=(name.eq.${name},and(name.neq.${name},id.is.null))`)).toBe(
      'select _._.* from _._ where ((_._._ = _) or ((_._._ <> _) and (_._._ is null))) limit 1000',
    )
    expect(bareSql(`order=${name}.desc`)).toBe('select _._.* from _._ order by _._._ desc limit 1000')
  })
})

test('a limit lowers the maximum number of rows and never raises it', () => {
  expect(bareSql('limit=5&offset=7')).toMatch(/limit 5 offset 7$/)
  expect(bareSql('limit=5000')).toMatch(/limit 1000$/)
})
