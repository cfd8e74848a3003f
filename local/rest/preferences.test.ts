import { expect, test } from 'vitest'
import { parsePreferences } from './preferences'

test('without any, a write answers nothing and nulls fill what is missing', () => {
  expect(parsePreferences(null)).toEqual({
    return: 'minimal',
    resolution: null,
    missing: 'null',
    count: false,
    maxAffected: null,
    applied: '',
  })
})

test('each preference is read, and named as applied', () => {
  const header = 'return=representation,resolution=merge-duplicates, missing=default, count=exact, tx=rollback'
  expect(parsePreferences(header)).toEqual({
    return: 'representation',
    resolution: 'merge-duplicates',
    missing: 'default',
    count: true,
    maxAffected: null,
    applied: 'return=representation, resolution=merge-duplicates, missing=default, count=exact',
  })
})

test('max-affected holds only when preferences are handled strictly, and so does the refusal of unknown ones', () => {
  expect(parsePreferences('max-affected=3').maxAffected).toBeNull()
  expect(parsePreferences('handling=strict, max-affected=3').maxAffected).toBe(3)
  expect(parsePreferences('nonsense, constructor=1').applied).toBe('')
  expect(() => parsePreferences('handling=strict, nonsense, return=all')).toThrow(
    expect.objectContaining({ status: 400, code: 'PGRST122', details: 'Invalid preferences: nonsense, return=all' }),
  )
})
