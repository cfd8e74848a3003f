import { describe, expect, test } from 'vitest'
import { parseQuery } from './parseQuery'
import { ReadPlanner } from './readSql'
import type { Relation, Schema } from './schemaCache'

const people: Relation = {
  oid: 1,
  schema: 'public',
  name: 'people',
  primaryKey: ['id'],
  columns: ['id', 'name', 'data'].map((name) => ({ name, type: name === 'data' ? 'jsonb' : 'text', default: null })),
}

const schema: Schema = {
  relations: [people],
  foreignKeys: [],
  functions: [],
  timeouts: [],
  timeout: () => undefined,
  relation: () => people,
  relationById: () => people,
}

/** What is left of a statement when its quoted names and literals are taken out: all that Postgres reads as SQL. */
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

describe('no text of the caller is read as SQL', () => {
  test.each(hostile)('%s', (text) => {
    const name = encodeURIComponent(`"${text.replaceAll(/(["\\])/g, '\\$1')}"`)
    const value = encodeURIComponent(text)
    expect(bareSql(`select=${name}:${name}->${name}->>${name}`)).toBe(
      'select (to_jsonb(_._._)->_->>_) as _ from _._ limit 1000',
    )
    expect(bareSql(`${name}=eq.${value}`)).toBe('select _._.* from _._ where (_._._ = _) limit 1000')
    expect(bareSql(`data->${name}=like.${value}`)).toBe('select _._.* from _._ where ((_._._->_) like _) limit 1000')
    expect(bareSql(`name=in.(${name},b)`)).toBe('select _._.* from _._ where (_._._ = any (_)) limit 1000')
    expect(bareSql(`name=wfts(english).${value}`)).toBe(
      'select _._.* from _._ where (to_tsvector(_, _._._) @@ websearch_to_tsquery(_, _)) limit 1000',
    )
    expect(bareSql(`or=(name.eq.${name},and(name.neq.${name},id.is.null))`)).toBe(
      'select _._.* from _._ where ((_._._ = _) or ((_._._ <> _) and (_._._ is null))) limit 1000',
    )
    expect(bareSql(`order=${name}.desc`)).toBe('select _._.* from _._ order by _._._ desc limit 1000')
  })
})

test('a limit narrows, and never widens, the most rows', () => {
  expect(bareSql('limit=5&offset=7')).toMatch(/limit 5 offset 7$/)
  expect(bareSql('limit=5000')).toMatch(/limit 1000$/)
})

test('JSON paths of columns that hold no JSON go through it', () => {
  expect(bareSql('select=name->a')).toContain('(to_jsonb(_._._)->_)')
})
