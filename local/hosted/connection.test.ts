import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { connectionOptions, isLocal } from './connection'

const hosted = 'postgresql://postgres.zyxwvutsrqponmlkjihg:secret@aws-0-eu-west-2.pooler.supabase.com:5432/postgres'

test('verifies a hosted server with the given certificate, and trusts no other', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fernbank-certificate-'))
  const file = path.join(folder, 'prod-ca-2021.crt')
  writeFileSync(file, 'a certificate')
  expect(connectionOptions(hosted, file).ssl).toEqual({ ca: Buffer.from('a certificate') })
  expect(connectionOptions(hosted).ssl).toEqual({ ca: [] })
  rmSync(folder, { recursive: true })
})

test.each(['127.0.0.1', 'localhost', '[::1]'])('needs no certificate on this machine: %s', (host) => {
  const url = `postgres://postgres:postgres@${host}:54322/postgres`
  expect(isLocal(url)).toBe(true)
  expect(connectionOptions(url).ssl).toBe(false)
})

test.each([hosted, 'postgres://postgres@127.0.0.1.example.com:5432/postgres'])('is another machine: %s', (url) => {
  expect(isLocal(url)).toBe(false)
})
