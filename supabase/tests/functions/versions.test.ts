import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }

// Locally functions resolve `npm:` specifiers from node_modules, hosted from the registry: only the same exact version is the same code.
test('functions import the package versions of this repository, and nothing but npm packages and own files', () => {
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
