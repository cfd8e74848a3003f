import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config'
import { projectRoot } from './settings'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fernbank-config-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function configOf(toml: string) {
  mkdirSync(path.join(root, 'supabase'))
  writeFileSync(path.join(root, 'supabase', 'config.toml'), toml)
  return readConfig(root)
}

test('reads the settings of this project without a warning', () => {
  expect(readConfig(projectRoot)).toMatchObject({ schemas: ['public'], maxRows: 1000, warnings: [] })
})

test('a project without the file has the defaults of the Supabase CLI', () => {
  expect(readConfig(root)).toMatchObject({ auth: { jwtExpirySeconds: 3600 }, functions: {}, warnings: [] })
})

test('needs no section', () => {
  expect(configOf('project_id = "fernbank"')).toMatchObject({
    auth: { minimumPasswordLength: 6, passwordHook: null },
    functions: {},
    warnings: [],
  })
})

test('names settings that are unknown or have no effect', () => {
  const { warnings } = configOf(`
    [api]
    max_row = 5
    [db.pooler]
    enabled = true
    [storage]
    enabled = true
    [auth.external.google]
    enabled = true
    [functions.ai-chat]
    import_map = "./map.json"
    [future]
    since = 2026-11-22
    [remotes.production.storage]
    enabled = true`)
  expect(warnings).toEqual([
    'supabase/config.toml: api.max_row = 5 is not known to the local stack and has no effect on it.',
    'supabase/config.toml: auth.external.google.enabled = true is not known to the local stack and has no effect on it.',
    'supabase/config.toml: functions.ai-chat.import_map = "./map.json" is not known to the local stack and has no effect on it.',
    'supabase/config.toml: db.pooler.enabled = true is not known to the local stack and has no effect on it.',
    'supabase/config.toml: storage.enabled = true has no effect on the local stack, which has false.',
    expect.stringContaining('future.since'),
  ])
})

test('says which setting has a wrong type', () => {
  expect(() => configOf('[api]\nmax_rows = "many"')).toThrow('max_rows')
})
