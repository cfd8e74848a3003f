import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { WebSocket } from 'ws'
import { version } from '../../package.json'
import { offeredApi, sections } from '../../supabase/tests/access/rights/offeredApi'
import { startRightsFixture } from '../../supabase/tests/access/rights/rightsFixture'
import { projectRoot } from '../settings'
import { print } from './print'

// npm run release: writes what this release offers to apps, mails and push messages into supabase/releases/<version>/api.json.
// The next releases answer it: supabase/tests/access/rights/releasedApi.test.ts.

// Node 20 has none, and supabase-js requires one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

const fixture = await startRightsFixture()
try {
  const { api } = await offeredApi(fixture)
  const file = path.join(projectRoot, 'supabase', 'releases', version, 'api.json')
  // One line for each function, table and so on.
  const lines = sections.map((section) => {
    const entries = Object.entries(api[section]).map(
      ([name, parts]) => `    ${JSON.stringify(name)}: ${JSON.stringify(parts)}`,
    )
    return `  ${JSON.stringify(section)}: {\n${entries.join(',\n')}\n  }`
  })
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
  print(`  Wrote ${path.relative(projectRoot, file)}`)
} finally {
  await fixture.close()
}
