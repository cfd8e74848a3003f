import { describe, expect, test } from 'vitest'
import { parseSelect } from './parseSelect'
import type { SelectItem } from './syntax'

function column(name: string, more: { alias?: string; cast?: string } = {}) {
  return { kind: 'column', column: name, alias: more.alias ?? null, cast: more.cast ?? null }
}

test.each<[string, unknown[]]>([
  ['', []],
  ['*', [{ kind: 'all' }]],
  ['id, full name ,with-dash', [column('id'), column('full name'), column('with-dash')]],
  ['alias:id::text', [column('id', { alias: 'alias', cast: 'text' })]],
  ['id::double precision', [column('id', { cast: 'double precision' })]],
])('%s', (text, items) => {
  expect(parseSelect(text)).toEqual(items)
})

test('reads any character in a quoted name', () => {
  expect(parseSelect('"a,b":"c\\"d"')).toEqual([column('c"d', { alias: 'a,b' })])
})

test('reads nested embeds, with hint and join type in any order', () => {
  const [embed] = parseSelect('owner:people!inner!by_key(id,pets!pets_fkey!left(),*)')
  expect(embed).toMatchObject({ kind: 'embed', name: 'people', alias: 'owner', hint: 'by_key', inner: true })
  expect(itemsOf(embed)).toEqual([
    column('id'),
    expect.objectContaining({ kind: 'embed', name: 'pets', alias: null, hint: 'pets_fkey', inner: false }),
    { kind: 'all' },
  ])
})

function itemsOf(item: SelectItem | undefined): SelectItem[] {
  return item?.kind === 'embed' ? item.tree.items : []
}

describe('refuses', () => {
  test.each([
    'id,',
    'id,(',
    'people(id',
    'people(id))',
    'id;drop table x',
    "id'",
    'id"',
    'id->',
    '->a',
    'data->a',
    'amount.sum()',
    'total:amount.avg()',
    'id::',
    'id::text)',
    "id::text'",
    'id::numeric(1,2)',
    'id::"text"',
    'id::public.secret',
    'id::text--',
    'id::(select 1)',
    'a:b:c',
    'id=1',
    'id/*x*/',
    '...people(id)',
  ])('%s', (text) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
  })
})
