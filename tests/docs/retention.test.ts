import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = 'supabase/schemas'

test('each job that deletes data has a line in the table of docs/domains/base.md', () => {
  const schemas = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
  const jobs = [...schemas.matchAll(/cron\.schedule\(\s*'((?:delete|remove|forget)-[a-z-]+)'/g)].map(
    ([, name = '']) => name,
  )
  expect(jobs.length).toBeGreaterThan(10)
  const page = readFileSync('docs/domains/base.md', 'utf8')
  expect(jobs.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
