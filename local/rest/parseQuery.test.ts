import { describe, expect, test } from 'vitest'
import { parseQuery } from './parseQuery'
import type { ReadTree } from './syntax'

function parse(text: string, options = { callByGet: false }) {
  return parseQuery(new URLSearchParams(text), options)
}

function embedded(tree: ReadTree, index = 0): ReadTree | undefined {
  return tree.items.filter((item) => item.kind === 'embed')[index]?.tree
}

test('reads filters, order, limit and offset', () => {
  const { tree, columns, onConflict } = parse(
    'select=id&id=gt.1&order=a.desc.nullslast,b,d.nullsfirst&limit=5&offset=10&columns=a,"b,c"&on_conflict=a&apikey=x',
  )
  expect(tree).toEqual({
    items: [{ kind: 'column', column: 'id', alias: null, cast: null }],
    conditions: [
      {
        kind: 'filter',
        column: 'id',
        negated: false,
        test: { kind: 'compare', operator: 'gt', value: '1' },
      },
    ],
    order: [
      { column: 'a', direction: 'desc', nulls: 'nullslast' },
      { column: 'b', direction: null, nulls: null },
      { column: 'd', direction: null, nulls: 'nullsfirst' },
    ],
    limit: 5,
    offset: 10,
  })
  expect(columns).toEqual(['a', 'b,c'])
  expect(onConflict).toEqual(['a'])
})

test('finds the embed of a parameter by alias, by name and at any depth', () => {
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
  expect(() => parse('select=*&unknown.id=eq.1')).toThrow(expect.objectContaining({ code: 'PGRST108' }))
})

test('reads nested logic trees and quoted values', () => {
  const { tree } = parse('or=(a.eq."x,y)\\"",not.and(b.in.(1,"2,3"),c.cs.{p,q}),d.not.is.null,e.like.*z*)')
  expect(tree.conditions).toMatchObject([
    {
      joinedBy: 'or',
      members: [
        { test: { value: 'x,y)"' } },
        { joinedBy: 'and', negated: true, members: [{ test: { values: ['1', '2,3'] } }, { test: { value: '{p,q}' } }] },
        { negated: true, test: { kind: 'is', state: 'null' } },
        { column: 'e', test: { operator: 'like', value: '*z*' } },
      ],
    },
  ])
})

test('in a call by GET, a value in the form of a filter is a filter, and the others are arguments', () => {
  const { callArguments, tree } = parse('a=1&b=x.y&c=eq.1&limit=3&d=not', { callByGet: true })
  expect(Object.fromEntries(callArguments)).toEqual({ a: '1', b: 'x.y', d: 'not' })
  expect(tree.conditions).toHaveLength(1)
  expect(tree.limit).toBe(3)
})

test('refuses a negative limit and ignores a limit that is not a number', () => {
  expect(() => parse('limit=-1')).toThrow(expect.objectContaining({ status: 416, code: 'PGRST103' }))
  expect(parse('limit=1;drop').tree).toMatchObject({ limit: null, offset: 0 })
  expect(parse('offset=1e9').tree.offset).toBe(0)
})

describe('refuses', () => {
  test.each([
    'id=1',
    'id=eq',
    'id=is.nul',
    'id=is.null;drop table x',
    'id=in.1,2',
    'id=in.(1',
    'id=in.(1))',
    'id=eq(any).1',
    'id=fts.x',
    'id=sl.[1,2)',
    'data->a=eq.1',
    'id"=eq.1',
    "id'=eq.1",
    'id)=eq.1',
    'id;x=eq.1',
    'a..b=eq.1',
    'order=id.up',
    'order=id desc;x',
    'order=id.asc.desc',
    'order=people(id)',
    'order=data->a',
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
