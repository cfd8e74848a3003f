import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { securityHeaders } from '../../build/deliveredHeaders'
import { firstScriptHash } from '../../build/firstScript'

const headers = new Map(securityHeaders('https://ref.supabase.co/'))

test('allows only the app’s own scripts and connections to the API', () => {
  const policy = headers.get('Content-Security-Policy')?.split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`script-src 'self' ${firstScriptHash}`)
  expect(policy).toContain("connect-src 'self' https://ref.supabase.co wss://ref.supabase.co")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('uses the protocol of a stack on this machine', () => {
  const policy = new Map(securityHeaders('http://127.0.0.1:54321')).get('Content-Security-Policy')
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:54321 ws://127.0.0.1:54321;")
})

test('the nginx example has the same headers', async () => {
  const example = await readFile('docs/nginx.conf', 'utf8')
  for (const [name, value] of securityHeaders('https://ref.supabase.co')) {
    expect(example).toContain(`add_header ${name} "${value}" always;`)
  }
})
