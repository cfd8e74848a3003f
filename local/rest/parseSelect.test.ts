import { describe, expect, test } from 'vitest'
import { parseSelect } from './parseSelect'
import type { SelectItem } from './syntax'

function column(
  name: string,
  more: { path?: [arrow: '->' | '->>', key: string][]; alias?: string; cast?: string } = {},
) {
  const path = (more.path ?? []).map(([arrow, key]) => ({ arrow, key }))
  return { kind: 'column', field: { column: name, path }, alias: more.alias ?? null, cast: more.cast ?? null }
}

test.each<[string, unknown[]]>([
  ['', []],
  ['*', [{ kind: 'all' }]],
  ['id, full name ,with-dash', [column('id'), column('full name'), column('with-dash')]],
  ['alias:id::text', [column('id', { alias: 'alias', cast: 'text' })]],
  ['id::double precision', [column('id', { cast: 'double precision' })]],
  [
    'data->a->0->>"b.c"',
    [
      column('data', {
        path: [
          ['->', 'a'],
          ['->', '0'],
          ['->>', 'b.c'],
        ],
      }),
    ],
  ],
])('%s', (text, items) => {
  expect(parseSelect(text)).toEqual(items)
})

test('quoted names may hold anything', () => {
  expect(parseSelect('"a,b":"c\\"d"')).toEqual([column('c"d', { alias: 'a,b' })])
})

test('embeds nest, and take hints and kinds of join in any order', () => {
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

describe('refused', () => {
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

  test.each(['count()', 'amount.sum()', 'total:amount.avg()', 'people(count())'])('%s', (text) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST123' }))
  })
})
