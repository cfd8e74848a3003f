import { expect, test } from 'vitest'
import { isStrayError } from './strayErrors'

function errorFrom(stackLine: string): TypeError {
  return Object.assign(new TypeError("Cannot read properties of null (reading 'write')"), {
    stack: `TypeError\n${stackLine}`,
  })
}

const strayLine = '    at Immediate.nextWrite (file:///a/node_modules/postgres/src/connection.js:255:22)'

test('the write of the library to a closed socket is a stray error', () => {
  expect(isStrayError(errorFrom(strayLine))).toBe(true)
  expect(isStrayError(errorFrom('    at Object.write (/a/local/gateway.ts:1:1)'))).toBe(false)
  expect(isStrayError(new Error('nextWrite'))).toBe(false)
  expect(isStrayError(null)).toBe(false)
})

test('a copy from another process is one, too', () => {
  const { name, message, stack } = errorFrom(strayLine)
  expect(isStrayError({ name, message, stack })).toBe(true)
  expect(isStrayError({ name: 'Error', message, stack })).toBe(false)
})

test('the failed types query of a connection that ended is a stray error', () => {
  const query = '\n from pg_catalog.pg_type a\n left join pg_catalog.pg_type b on b.oid = a.typelem'
  const failed = (code: string, text = query) => Object.assign(new Error('read ECONNRESET'), { code, query: text })
  expect(isStrayError(failed('ECONNRESET'))).toBe(true)
  expect(isStrayError(failed('57P01'))).toBe(true)
  expect(isStrayError(failed('42501'))).toBe(false)
  expect(isStrayError(failed('ECONNRESET', 'select 1'))).toBe(false)
})
