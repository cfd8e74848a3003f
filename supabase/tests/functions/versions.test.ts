import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }

// `npm:` specifiers resolve from node_modules on the local stack and from the registry on hosted Supabase. Exact versions
// give both the same code.
test('edge functions import npm packages in the exact versions of package.json, and no other packages', () => {
  const folder = join(process.cwd(), 'supabase/functions')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const imported = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, specifier]) => specifier ?? ''),
  )
  const versions: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies }
  const foreign = imported.filter((specifier) => !specifier.startsWith('.'))

  expect(foreign.length).toBeGreaterThan(0)
  const allowed = new Set(Object.entries(versions).map(([name, version]) => `npm:${name}@${version}`))
  expect(foreign.filter((specifier) => !allowed.has(specifier))).toEqual([])
})
