import { describe, expect, test } from 'vitest'
import { matchesAtOnce, parseSubscription } from './subscription'

const filtersOf = (filter: string) => parseSubscription({ schema: 'public', table: 'rows', filter }).filters
const numeric = 1700
const uuid = 2950

describe('what a client asks for', () => {
  test('schema and event have their defaults', () => {
    expect(parseSubscription({ table: 'rows' })).toEqual({ event: '*', schema: 'public', table: 'rows', filters: [] })
    expect(parseSubscription({ schema: 'bank', event: 'insert' })).toMatchObject({
      event: 'INSERT',
      schema: 'bank',
      table: '*',
    })
  })

  test.each([
    ['nothing', {}],
    ['a filter without a table', { schema: 'public', filter: 'id=eq.1' }],
    ['a filter that is no text', { schema: 'public', table: 'rows', filter: 1 }],
    ['no object', null],
  ])('%s is refused', (_, params) => {
    expect(() => parseSubscription(params)).toThrow('No subscription params provided')
  })

  test('a choice of columns is refused, rather than ignored', () => {
    expect(() => parseSubscription({ schema: 'public', table: 'rows', select: ['id'] })).toThrow('no column selection')
  })
})

describe('filters', () => {
  test('several are joined by commas', () => {
    expect(filtersOf('amount=gt.10, title=not.eq.rent')).toEqual([
      { column: 'amount', operator: 'gt', value: '10', negated: false },
      { column: 'title', operator: 'eq', value: 'rent', negated: true },
    ])
  })

  test('a comma in parentheses or quotes belongs to the value', () => {
    expect(filtersOf('status=in.(done,"not, yet"),title=eq."a, \\"b\\""').map(({ value }) => value)).toEqual([
      '{done,"not, yet"}',
      'a, "b"',
    ])
  })

  test('a value keeps its dots, equal signs and stray quotes', () => {
    expect(filtersOf('title=eq.a.b=c"d').map(({ value }) => value)).toEqual(['a.b=c"d'])
  })

  test.each(['title', 'title=rent', 'title=near.rent', 'a=eq.1,,b=eq.2', '=eq.1', 'status=in.done'])(
    '%s is refused',
    (filter) => {
      expect(() => filtersOf(filter)).toThrow('Error parsing `filter` params')
    },
  )
})

describe('an equality that needs no database', () => {
  const [id] = filtersOf('id=eq.A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11')
  const [other] = filtersOf('id=not.eq.a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')
  const [large] = filtersOf('amount=gt.5')
  if (!id || !other || !large) throw new Error('three filters were meant')

  test('compares as the type does', () => {
    expect(matchesAtOnce(id, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', uuid)).toBe(true)
    expect(matchesAtOnce(id, 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', uuid)).toBe(false)
    expect(matchesAtOnce(other, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', uuid)).toBe(false)
    expect(matchesAtOnce({ ...id, value: '+007' }, '7', 23)).toBe(true)
    expect(matchesAtOnce({ ...id, value: 'true' }, 't', 16)).toBe(true)
  })

  test('leaves to the database what only it knows', () => {
    expect(matchesAtOnce(id, null, uuid)).toBeNull()
    expect(matchesAtOnce({ ...id, value: '5' }, '5.00', numeric)).toBeNull()
    expect(matchesAtOnce(large, '6', 23)).toBeNull()
  })
})
