import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseBackend, readEnvironment } from './environment'

const project = { VITE_SUPABASE_URL: 'https://abc.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc' }

describe('chooseBackend', () => {
  test('the backend is the local stack when no project is named', () => {
    expect(chooseBackend({ VITE_SUPABASE_URL: ' ' }).backend).toMatchObject({
      kind: 'local stack',
      settings: { webPort: 5173 },
    })
  })

  test('the backend is the project when both variables name one', () => {
    expect(chooseBackend({ ...project, WEB_PORT: '6001' }).backend).toEqual({
      kind: 'project',
      web: {
        supabaseUrl: project.VITE_SUPABASE_URL,
        publishableKey: 'sb_publishable_abc',
        sampleTransactions: true,
      },
      webPort: 6001,
    })
  })

  test('lists all problems', () => {
    const { backend, problems } = chooseBackend({
      VITE_SUPABASE_URL: 'abc.supabase.co',
      VITE_SAMPLE_TRANSACTIONS: 'maybe',
      WEB_PORT: 'x',
    })
    expect(backend).toBeNull()
    expect(problems).toEqual([
      expect.stringContaining('WEB_PORT must be a port number'),
      expect.stringContaining('VITE_SUPABASE_URL must be'),
      expect.stringContaining('VITE_SUPABASE_PUBLISHABLE_KEY is missing'),
      expect.stringContaining('VITE_SAMPLE_TRANSACTIONS must be'),
    ])
  })

  test('checks the other variables of the web app for the local stack too', () => {
    expect(chooseBackend({ VITE_SAMPLE_TRANSACTIONS: 'maybe' }).problems).toHaveLength(1)
  })
})

describe('readEnvironment', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'fernbank-env-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })
  afterEach(() => vi.unstubAllEnvs())

  test('reads .env, which .env.local and the variables of the process override', () => {
    writeFileSync(path.join(folder, '.env'), '# Ports\nSTACK_API_PORT=6002\nSTACK_DB_PORT="6003"\nWEB_PORT=6001\n')
    writeFileSync(path.join(folder, '.env.local'), 'STACK_DB_PORT=6004\n')
    vi.stubEnv('WEB_PORT', '7001')
    expect(readEnvironment(folder)).toMatchObject({ STACK_API_PORT: '6002', STACK_DB_PORT: '6004', WEB_PORT: '7001' })
  })
})
