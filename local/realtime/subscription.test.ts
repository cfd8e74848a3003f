import { describe, expect, test } from 'vitest'
import { matchesLocally, parseSubscription } from './subscription'

const rows = { schema: 'public', table: 'rows' }
const filterOf = (filter: string) => parseSubscription({ ...rows, filter }).filter
const numeric = 1700
const uuid = 2950

describe('subscriptions', () => {
  test('reads the event, and listens to every event by default', () => {
    expect(parseSubscription(rows)).toEqual({ event: '*', ...rows, filter: null })
    expect(parseSubscription({ ...rows, event: 'insert' })).toMatchObject({ event: 'INSERT' })
  })

  test.each([
    ['no parameters', {}],
    ['no table', { schema: 'public', filter: 'id=eq.1' }],
    ['no schema', { table: 'rows' }],
    ['a value that is not an object', null],
  ])('refuses %s', (_, params) => {
    expect(() => parseSubscription(params)).toThrow('needs a `schema` and a `table`')
  })

  test('refuses a selection of columns, which it would otherwise ignore', () => {
    expect(() => parseSubscription({ ...rows, select: ['id'] })).toThrow('does not implement `select`')
  })
})

describe('filters', () => {
  test('reads column, operator and value', () => {
    expect(filterOf('amount=gt.10')).toEqual({ column: 'amount', operator: 'gt', value: '10' })
    expect(filterOf('status=in.(done,"not, yet")')).toEqual({
      column: 'status',
      operator: 'in',
      value: '{done,"not, yet"}',
    })
  })

  test('keeps dots, equal signs and quotes of a value', () => {
    expect(filterOf('title=eq.a.b=c"d')).toMatchObject({ value: 'a.b=c"d' })
  })

  test.each([
    'title',
    'title=rent',
    'title=like.rent',
    'title=not.eq.rent',
    'a=eq.1,b=eq.2',
    '=eq.1',
    'status=in.done',
  ])('refuses %s', (filter) => {
    expect(() => filterOf(filter)).toThrow('Error parsing `filter` params')
  })
})

describe('an equality without the database', () => {
  const id = { column: 'id', operator: 'eq', value: 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11' }

  test('compares like the type', () => {
    expect(matchesLocally(id, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', uuid)).toBe(true)
    expect(matchesLocally(id, 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', uuid)).toBe(false)
    expect(matchesLocally({ ...id, value: '+007' }, '7', 23)).toBe(true)
    expect(matchesLocally({ ...id, value: 'true' }, 't', 16)).toBe(true)
  })

  test('leaves nulls, other types and other operators to the database', () => {
    expect(matchesLocally(id, null, uuid)).toBeNull()
    expect(matchesLocally({ ...id, value: '5' }, '5.00', numeric)).toBeNull()
    expect(matchesLocally({ column: 'amount', operator: 'gt', value: '5' }, '6', 23)).toBeNull()
  })
})
