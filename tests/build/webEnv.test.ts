import { describe, expect, test } from 'vitest'
import { readWebEnv } from '../../build/webEnv'

const good = { VITE_SUPABASE_URL: 'https://abc.supabase.co/', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc' }
const legacyKey = (role: string) => `head.${btoa(JSON.stringify({ role }))}.signature`

test('accepts a valid configuration', () => {
  expect(readWebEnv(good).env).toEqual({
    supabaseUrl: 'https://abc.supabase.co',
    publishableKey: 'sb_publishable_abc',
    sampleTransactions: true,
  })
  expect(readWebEnv({ ...good, VITE_SAMPLE_TRANSACTIONS: 'false' }).env?.sampleTransactions).toBe(false)
  expect(readWebEnv({ ...good, VITE_SUPABASE_PUBLISHABLE_KEY: legacyKey('anon') }).problems).toEqual([])
})

test('lists every problem', () => {
  expect(readWebEnv({ VITE_SAMPLE_TRANSACTIONS: 'yes' }).problems).toHaveLength(3)
})

describe('an invalid value', () => {
  test.each([
    [{ VITE_SUPABASE_URL: 'abc.supabase.co' }, 'VITE_SUPABASE_URL'],
    [{ VITE_SUPABASE_URL: 'https://abc.supabase.co/rest/v1' }, 'VITE_SUPABASE_URL'],
    [{ VITE_SUPABASE_PUBLISHABLE_KEY: 'abc' }, 'must start with sb_publishable_'],
    [{ VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_secret_abc' }, 'secret key'],
    [{ VITE_SUPABASE_PUBLISHABLE_KEY: legacyKey('service_role') }, 'secret key'],
  ])('%o', (change, words) => {
    const { problems } = readWebEnv({ ...good, ...change })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(words)
  })
})
