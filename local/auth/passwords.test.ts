import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPool, type Pool } from '../postgres/pool'
import { startTemporaryStack } from '../template'
import { createPasswords, type Passwords } from './passwords'

let stack: Awaited<ReturnType<typeof startTemporaryStack>>
let pool: Pool
let passwords: Passwords
const comparisons: unknown[] = []

beforeAll(async () => {
  stack = await startTemporaryStack()
  pool = createPool(stack.databaseUrl, 1, {
    debug: (_connection, query, parameters) => {
      if (query.includes('as same')) comparisons.push(parameters[1])
    },
  })
  passwords = createPasswords(pool, { cost: 4, minimumLength: 6 })
})

afterAll(async () => {
  await pool.close()
  await stack.destroy()
})

beforeEach(() => {
  comparisons.length = 0
})

test('matches a hash only with its password', async () => {
  const hash = await passwords.hash('right password')
  expect(hash).toMatch(/^\$2a\$04\$/)
  expect(await passwords.matches('right password', hash)).toBe(true)
  expect(await passwords.matches('wrong password', hash)).toBe(false)
})

test.each([
  ['no account', undefined],
  ['an account without a password', null],
  ['an empty hash', ''],
  ['another kind of hash', 'right password'],
])('matches nothing for %s, and runs the same comparison', async (_case, storedHash) => {
  expect(await passwords.matches('right password', storedHash)).toBe(false)
  expect(comparisons).toEqual([expect.stringMatching(/^\$2a\$04\$.{53}$/)])
  // The result has the length of a hash, so Postgres has computed it.
  const [row] = await pool.use(
    (sql) => sql`select length(extensions.crypt('right password', ${String(comparisons[0])})) as length`,
  )
  expect(row).toEqual({ length: 60 })
})

test('checks the length of a password', () => {
  expect(() => passwords.assertStrong('12345')).toThrow(expect.objectContaining({ status: 422, code: 'weak_password' }))
  expect(() => passwords.assertStrong('é'.repeat(37))).toThrow('longer than 72')
  expect(() => passwords.assertStrong('123456')).not.toThrow()
})
