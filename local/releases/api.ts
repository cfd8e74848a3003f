import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { WebSocket } from 'ws'
import { offeredApi, sections } from '../../supabase/tests/access/rights/offeredApi'
import { startRightsFixture } from '../../supabase/tests/access/rights/rightsFixture'

// supabase/releases/<version>/api.json has what a release offers to apps, mails and push messages. The next release answers it:
// supabase/tests/access/rights/releasedApi.test.ts.

export async function writeApi(root: string, version: string): Promise<string> {
  // Node 20 has none, and supabase-js requires one.
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  const fixture = await startRightsFixture()
  try {
    const { api } = await offeredApi(fixture)
    const file = path.join(root, 'supabase', 'releases', version, 'api.json')
    // One line for each function, table and so on.
    const lines = sections.map((section) => {
      const entries = Object.entries(api[section]).map(
        ([name, parts]) => `    ${JSON.stringify(name)}: ${JSON.stringify(parts)}`,
      )
      return `  ${JSON.stringify(section)}: {\n${entries.join(',\n')}\n  }`
    })
    writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
    return file
  } finally {
    await fixture.close()
  }
}
