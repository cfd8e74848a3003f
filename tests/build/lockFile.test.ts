import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allowScripts } from '../../package.json'

const entry = z.looseObject({
  integrity: z.string().optional(),
  engines: z.unknown().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
})
const { packages } = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const dependencies = Object.entries(packages).filter(([name]) => name !== '')

test('every package has a hash, so that npm runs no program that it has not verified', () => {
  const without = dependencies.filter(([, { integrity, link }]) => integrity === undefined && link !== true)
  // `npm install` on one machine leaves out the hashes of what other machines download. The registry has none of these seven here.
  expect(without.map(([name]) => name).filter((name) => !name.startsWith('node_modules/@supabase/cli-'))).toEqual([])
})

/** 'Node >=22' excludes 20; '>=18', '^20.19.0 || >=22.12.0' and '>= 10.13' do not. */
function allowsNode20(range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign = '', major = ''] = /^\s*v?(>=|>|\^|~|=)?\s*v?(\d+|\*)/.exec(part) ?? []
    if (major === '*' || part.trim() === '') return true
    return sign === '>=' || sign === '>' ? Number(major) <= 20 : Number(major) === 20
  })
}

test('npm on Node 20 warns of no package', () => {
  const engines = z.object({ node: z.string() })
  const refused = dependencies.flatMap(([name, { engines: asked }]) => {
    const parsed = engines.safeParse(asked)
    return parsed.success && !allowsNode20(parsed.data.node) ? [`${name}: ${parsed.data.node}`] : []
  })
  // The library of the push messages runs in Deno only, so the version of Node that it asks for was taken out of the lock file.
  expect(refused).toEqual([])
})

test('package.json allows each program that a package runs when it is installed, so that npm warns of none', () => {
  const run = dependencies.filter(([, { hasInstallScript }]) => hasInstallScript === true)
  expect(run.map(([name]) => name.replace('node_modules/', ''))).toEqual(Object.keys(allowScripts))
})
