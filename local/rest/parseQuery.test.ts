import { describe, expect, test } from 'vitest'
import { parseQuery } from './parseQuery'
import type { ReadTree } from './syntax'

function parse(text: string, options = { callByGet: false }) {
  return parseQuery(new URLSearchParams(text), options)
}

function embedded(tree: ReadTree, index = 0): ReadTree | undefined {
  return tree.items.filter((item) => item.kind === 'embed')[index]?.tree
}

test('everything of a level: filters, order, limit, offset', () => {
  const { tree, columns, onConflict } = parse(
    'select=id&id=gt.1&order=a.desc.nullslast,b->>c,d.nullsfirst&limit=5&offset=10&columns=a,"b,c"&on_conflict=a&apikey=x',
  )
  expect(tree).toEqual({
    items: [{ kind: 'column', field: { column: 'id', path: [] }, alias: null, cast: null }],
    conditions: [
      {
        kind: 'filter',
        field: { column: 'id', path: [] },
        negated: false,
        test: { kind: 'compare', operator: 'gt', quantifier: null, value: '1' },
      },
    ],
    order: [
      { relation: null, field: { column: 'a', path: [] }, direction: 'desc', nulls: 'nullslast' },
      { relation: null, field: { column: 'b', path: [{ arrow: '->>', key: 'c' }] }, direction: null, nulls: null },
      { relation: null, field: { column: 'd', path: [] }, direction: null, nulls: 'nullsfirst' },
    ],
    limit: 5,
    offset: 10,
  })
  expect(columns).toEqual(['a', 'b,c'])
  expect(onConflict).toEqual(['a'])
})

test('parameters find their embed by alias, by name and at any depth', () => {
  const { tree } = parse(
    'select=*,boss:people(*,pets(*)),teams(*)&boss.id=eq.1&boss.pets.limit=2&people.order=id&teams.or=(a.eq.1,b.eq.2)&teams.not.and=(a.eq.1)',
  )
  const boss = embedded(tree)
  expect(boss?.conditions).toHaveLength(1)
  expect(boss?.order).toHaveLength(1)
  expect(boss && embedded(boss)?.limit).toBe(2)
  expect(embedded(tree, 1)?.conditions).toMatchObject([
    { kind: 'logic', joinedBy: 'or', negated: false },
    { kind: 'logic', joinedBy: 'and', negated: true },
  ])
  expect(() => parse('select=*&nobody.id=eq.1')).toThrow(expect.objectContaining({ code: 'PGRST108' }))
})

test('logic trees nest and quote', () => {
  const { tree } = parse('or=(a.eq."x,y)\\"",not.and(b.in.(1,"2,3"),c.cs.{p,q}),d.not.is.null,e->>f.like.*z*)')
  expect(tree.conditions).toMatchObject([
    {
      joinedBy: 'or',
      members: [
        { test: { value: 'x,y)"' } },
        { joinedBy: 'and', negated: true, members: [{ test: { values: ['1', '2,3'] } }, { test: { value: '{p,q}' } }] },
        { negated: true, test: { kind: 'is', state: 'null' } },
        { field: { column: 'e', path: [{ key: 'f' }] }, test: { operator: 'like', value: '*z*' } },
      ],
    },
  ])
})

test('of a call by GET, what reads as a filter is one, and the rest are arguments', () => {
  const { callArguments, tree } = parse('a=1&b=x.y&c=eq.1&limit=3&d=not', { callByGet: true })
  expect(Object.fromEntries(callArguments)).toEqual({ a: '1', b: 'x.y', d: 'not' })
  expect(tree.conditions).toHaveLength(1)
  expect(tree.limit).toBe(3)
})

test('a limit below zero cannot be satisfied; one that is no number is none', () => {
  expect(() => parse('limit=-1')).toThrow(expect.objectContaining({ status: 416, code: 'PGRST103' }))
  expect(parse('limit=1;drop').tree).toMatchObject({ limit: null, offset: 0 })
  expect(parse('offset=1e9').tree.offset).toBe(0)
})

describe('refused', () => {
  test.each([
    'id=1',
    'id=eq',
    'id=is.nul',
    'id=is.null;drop table x',
    'id=in.1,2',
    'id=in.(1',
    'id=in.(1))',
    'id=eq(some).1',
    'id=neq(any).1',
    "id=fts(english').x",
    'id"=eq.1',
    "id'=eq.1",
    'id)=eq.1',
    'id;x=eq.1',
    'a..b=eq.1',
    'order=id.up',
    'order=id desc;x',
    'order=id.asc.desc',
    'order=,',
    'or=',
    'or=()',
    'or=(id.eq.1',
    'or=(id.eq.1))',
    'or=(id.xor.1)',
    'or=(nor(id.eq.1))',
    'columns=a;b',
    'on_conflict=a)',
  ])('%s', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
  })
})
