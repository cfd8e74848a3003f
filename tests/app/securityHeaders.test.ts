// @vitest-environment node
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { securityHeaders } from '../../build/deliveredHeaders'

const headers = new Map(securityHeaders('https://ref.supabase.co/'))

test('no script but the app’s own runs, and nothing but the API is talked to', () => {
  const policy = headers.get('Content-Security-Policy')?.split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("connect-src 'self' https://ref.supabase.co wss://ref.supabase.co")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('a stack on this machine is talked to over its own protocol', () => {
  const policy = new Map(securityHeaders('http://127.0.0.1:54321')).get('Content-Security-Policy')
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:54321 ws://127.0.0.1:54321;")
})

test('the example for nginx says the same', async () => {
  const example = await readFile('docs/nginx.conf', 'utf8')
  for (const [name, value] of securityHeaders('https://ref.supabase.co')) {
    expect(example).toContain(`add_header ${name} "${value}" always;`)
  }
})
