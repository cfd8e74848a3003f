import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { configFindings, projectRef } from './configFindings'

const ref = 'zyxwvutsrqponmlkjihg'
const toml = readFileSync('supabase/config.toml', 'utf8')

/** This project's file, with the values that docs/deploy.md asks for. */
function written(from: string, to: string): unknown {
  const ready = toml
    .replace('project_id = "abcdefghijklmnopqrst"', `project_id = "${ref}"`)
    .replace('site_url = "https://fernbank.example"', 'site_url = "https://bank.test"')
  const changed = ready.replace(from, to)
  expect(changed === ready).toBe(from === to)
  return parse(changed)
}

test('a config with the ref and the address of the web app has no finding', () => {
  expect(configFindings(written('', ''), ref)).toEqual([])
})

test('says when the ref was not written', () => {
  expect(configFindings(parse(toml), ref)).toEqual([expect.stringContaining(`project_id = "${ref}"`)])
})

test.each([
  ['site_url = "https://bank.test"', 'site_url = "https://fernbank.example"', 'site_url'],
  ['site_url = "https://bank.test"', 'site_url = "http://localhost:5173"', 'site_url'],
  ['sign_in_sign_ups = 30', 'sign_in_sign_ups = 10000', 'sign_in_sign_ups is 10000'],
  ['sign_in_sign_ups = 30', '', 'sign_in_sign_ups is 10000'],
  ['token_refresh = 30', 'token_refresh = 150', 'token_refresh is 150. An address may try that many passwords'],
  ['token_refresh = 30', '', 'token_refresh is 10000'],
])('names %s written as %s', (from, to, finding) => {
  expect(configFindings(written(from, to), ref)).toEqual([expect.stringContaining(finding)])
})

test.each([
  [`postgresql://postgres:secret@db.${ref}.supabase.co:5432/postgres`, ref],
  [`postgresql://postgres.${ref}:secret@aws-0-eu-west-2.pooler.supabase.com:5432/postgres`, ref],
  ['postgres://postgres:postgres@127.0.0.1:54322/postgres', null],
])('finds the ref in %s', (url, found) => {
  expect(projectRef(url)).toBe(found)
})
