import { expect, test } from 'vitest'
import { isWriteAfterClose } from './writeAfterClose'

function errorFrom(stackLine: string): TypeError {
  return Object.assign(new TypeError("Cannot read properties of null (reading 'write')"), {
    stack: `TypeError\n${stackLine}`,
  })
}

const strayLine = '    at Immediate.nextWrite (file:///a/node_modules/postgres/src/connection.js:255:22)'

test('only the stray write of the library is a write after close', () => {
  expect(isWriteAfterClose(errorFrom(strayLine))).toBe(true)
  expect(isWriteAfterClose(errorFrom('    at Object.write (/a/local/gateway.ts:1:1)'))).toBe(false)
  expect(isWriteAfterClose(new Error('nextWrite'))).toBe(false)
  expect(isWriteAfterClose(null)).toBe(false)
})

test('a copy of it from another process is one, too', () => {
  const { name, message, stack } = errorFrom(strayLine)
  expect(isWriteAfterClose({ name, message, stack })).toBe(true)
  expect(isWriteAfterClose({ name: 'Error', message, stack })).toBe(false)
})
