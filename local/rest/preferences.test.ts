import { expect, test } from 'vitest'
import { parsePreferences } from './preferences'

test('defaults to an empty answer without a count', () => {
  expect(parsePreferences(null)).toEqual({
    return: 'minimal',
    resolution: null,
    count: false,
    maxAffected: null,
    applied: '',
  })
})

test('reads each preference and lists it as applied', () => {
  const header = 'return=representation,resolution=merge-duplicates, count=exact, tx=rollback'
  expect(parsePreferences(header)).toEqual({
    return: 'representation',
    resolution: 'merge-duplicates',
    count: true,
    maxAffected: null,
    applied: 'return=representation, resolution=merge-duplicates, count=exact',
  })
})

test('limits the affected rows and refuses unknown preferences only with handling=strict', () => {
  expect(parsePreferences('max-affected=3').maxAffected).toBeNull()
  expect(parsePreferences('handling=strict, max-affected=3').maxAffected).toBe(3)
  expect(parsePreferences('nonsense, constructor=1').applied).toBe('')
  expect(() => parsePreferences('handling=strict, nonsense, return=all')).toThrow(
    expect.objectContaining({ status: 400, code: 'PGRST122', details: 'Invalid preferences: nonsense, return=all' }),
  )
})

test('refuses a preference that it would otherwise silently ignore', () => {
  expect(() => parsePreferences('missing=default')).toThrow(expect.objectContaining({ status: 501 }))
})
