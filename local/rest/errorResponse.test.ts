import postgres from 'postgres'
import { expect, test } from 'vitest'
import { databaseStatus, errorResponse } from './errorResponse'

test.each([
  ['42501', '', 'anon', 401],
  ['42501', '', 'authenticated', 403],
  ['42501', '', 'service_role', 403],
  ['23505', '', 'anon', 409],
  ['23503', '', 'anon', 409],
  ['23514', '', 'anon', 400],
  ['22P02', '', 'anon', 400],
  ['25006', '', 'anon', 405],
  ['P0001', '', 'anon', 400],
  ['P0002', '', 'anon', 500],
  ['PT402', '', 'anon', 402],
  ['PTxyz', '', 'anon', 500],
  ['57014', '', 'anon', 500],
  ['40P01', '', 'anon', 500],
  ['54001', '', 'anon', 413],
  ['53300', '', 'anon', 503],
  ['42P01', '', 'anon', 404],
  ['42883', '', 'anon', 404],
  ['21000', 'DELETE requires a WHERE clause', 'anon', 400],
  ['21000', 'more than one row returned by a subquery used as an expression', 'anon', 500],
  ['22023', 'role "unknown" does not exist', 'anon', 401],
  ['22023', 'something else', 'anon', 400],
])('%s %s for %s is %i', (code, message, role, status) => {
  expect(databaseStatus(code, message, role)).toBe(status)
})

test('answers with code, message, detail and hint of a database error and with nothing else of it', async () => {
  const error = new postgres.PostgresError('duplicate key')
  Object.assign(error, {
    code: '23505',
    message: 'duplicate key',
    detail: 'Key (id)=(1) already exists.',
    query: 'insert into secret',
    where: 'SQL statement',
    internal_query: 'select secret',
  })
  const response = errorResponse(error, 'anon')
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({
    code: '23505',
    details: 'Key (id)=(1) already exists.',
    hint: null,
    message: 'duplicate key',
  })
})

test('names neither host nor statement when the connection is lost', async () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:54322'), { code: 'ECONNREFUSED' })
  const response = errorResponse(lost, 'anon')
  expect(response.status).toBe(503)
  expect(await response.text()).not.toMatch(/127|ECONN/)
})

test('the caller gets no description of an internal error', async () => {
  const response = errorResponse(new TypeError('x is not a function'), 'anon')
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('function')
})

test.each(['PT204', 'PT304'])('answers %s without a body, as its status requires', async (code) => {
  const response = errorResponse(Object.assign(new postgres.PostgresError('none'), { code }), 'anon')
  expect([response.status, await response.text()]).toEqual([Number(code.slice(2)), ''])
})
