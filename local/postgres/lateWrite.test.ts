import { expect, test } from 'vitest'
import { isLateWrite } from './lateWrite'

function errorFrom(stackLine: string): TypeError {
  return Object.assign(new TypeError("Cannot read properties of null (reading 'write')"), {
    stack: `TypeError\n${stackLine}`,
  })
}

const strayLine = '    at Immediate.nextWrite (file:///a/node_modules/postgres/src/connection.js:255:22)'

test('only the stray write of the library is one', () => {
  expect(isLateWrite(errorFrom(strayLine))).toBe(true)
  expect(isLateWrite(errorFrom('    at Object.write (/a/local/gateway.ts:1:1)'))).toBe(false)
  expect(isLateWrite(new Error('nextWrite'))).toBe(false)
  expect(isLateWrite(null)).toBe(false)
})

test('a copy of it from another process is one, too', () => {
  const { name, message, stack } = errorFrom(strayLine)
  expect(isLateWrite({ name, message, stack })).toBe(true)
  expect(isLateWrite({ name: 'Error', message, stack })).toBe(false)
})
