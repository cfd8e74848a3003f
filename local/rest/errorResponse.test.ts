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
  ['22023', 'role "nobody" does not exist', 'anon', 401],
  ['22023', 'something else', 'anon', 400],
])('%s %s for %s is %i', (code, message, role, status) => {
  expect(databaseStatus(code, message, role)).toBe(status)
})

test('the database says code, message, detail and hint; nothing else of an error is shown', async () => {
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

test('a lost connection names neither host nor statement', async () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:54322'), { code: 'ECONNREFUSED' })
  const response = errorResponse(lost, 'anon')
  expect(response.status).toBe(503)
  expect(await response.text()).not.toMatch(/127|ECONN/)
})

test('a mistake in this program is not explained to the caller', async () => {
  const response = errorResponse(new TypeError('x is not a function'), 'anon')
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('function')
})

test.each(['PT204', 'PT304'])('%s is answered without a body, as its status demands', async (code) => {
  const response = errorResponse(Object.assign(new postgres.PostgresError('none'), { code }), 'anon')
  expect([response.status, await response.text()]).toEqual([Number(code.slice(2)), ''])
})

test('an answer raised as a whole must be complete', async () => {
  const raised = (message: string, detail: string) =>
    errorResponse(Object.assign(new postgres.PostgresError('x'), { code: 'PGRST', message, detail }), 'anon')
  const whole = raised('{"code":"1","message":"m"}', '{"status":418,"headers":{"x-a":"b"}}')
  expect([whole.status, whole.headers.get('x-a'), await whole.json()]).toEqual([
    418,
    'b',
    { code: '1', details: null, hint: null, message: 'm' },
  ])
  for (const broken of [
    raised('{"message":"m"}', '{"status":418,"headers":{}}'),
    raised('{"code":"1","message":"m"}', '{"status":99,"headers":{}}'),
    raised('{"code":"1","message":"m"}', '{"status":418,"headers":{"bad name":"b"}}'),
    raised('m', ''),
  ]) {
    expect([broken.status, await broken.json()]).toMatchObject([500, { code: 'PGRST121' }])
  }
})
