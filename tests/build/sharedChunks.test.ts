import { expect, test } from 'vitest'
import { sharedChunk } from '../../build/sharedChunks'

const icons = '/node_modules/lucide-react/dist/esm/icons'
const list = '/node_modules/lucide-react/dist/esm/lucide-react.mjs'

/** The modules of a build, each with its code and those that import it. */
const modules: Record<string, { code?: string; importers?: string[]; dynamicImporters?: string[] }> = {
  '/src/main.tsx': {},
  '/src/app/customerArea.ts': { dynamicImporters: ['/src/main.tsx'] },
  '/src/app/supportArea.ts': { dynamicImporters: ['/src/main.tsx'] },
  '/src/Home.tsx': {
    code: 'import { Mail, type LucideIcon } from "lucide-react"',
    importers: ['/src/app/customerArea.ts'],
  },
  '/src/Shared.tsx': {
    code: 'import { Eye } from "lucide-react"',
    importers: ['/src/app/customerArea.ts', '/src/app/supportArea.ts'],
  },
  '/src/Card.tsx': { code: 'import { Nfc, EyeIcon } from "lucide-react"', importers: ['/src/app/supportArea.ts'] },
  [list]: {
    code: ['mail', 'eye', 'nfc']
      .map((name) => {
        const word = name.charAt(0).toUpperCase() + name.slice(1)
        return `export { default as ${word}, default as ${word}Icon } from './icons/${name}.mjs';`
      })
      .join('\n'),
    importers: ['/src/Home.tsx', '/src/Shared.tsx', '/src/Card.tsx'],
  },
  [`${icons}/mail.mjs`]: { importers: [list] },
  [`${icons}/eye.mjs`]: { importers: [list] },
  [`${icons}/nfc.mjs`]: { importers: [list] },
}

const graph = {
  getModuleInfo: (id: string) =>
    ({ code: null, importers: [], dynamicImporters: [], isEntry: id === '/src/main.tsx', ...modules[id] }) as never,
}

test.each([
  ['a module of two areas', '/src/Shared.tsx', 'customer'],
  ['a module of one area', '/src/Card.tsx', null],
  ['an area that shares its modules with all later ones', '/src/app/customerArea.ts', 'customer'],
  ['a module of that area alone', '/src/Home.tsx', 'customer'],
  ['another area', '/src/app/supportArea.ts', null],
  ['an icon of one module', `${icons}/nfc.mjs`, null],
  ['an icon that two modules import by different names', `${icons}/eye.mjs`, 'customer'],
])('%s is in the chunk that its users download', (_what, id, chunk) => {
  expect(sharedChunk(id, graph)).toBe(chunk)
})
