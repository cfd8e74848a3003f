import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { findCycle, refuseChunkCycles } from '../../build/chunkCycles'

const chunks = (imports: Record<string, string[]>) => new Map(Object.entries(imports))

test('chunks that import each other are found, also through others', () => {
  expect(findCycle(chunks({ a: ['b'], b: ['a'] }))).toEqual(['a', 'b', 'a'])
  expect(findCycle(chunks({ entry: ['a'], a: ['b', 'c'], b: [], c: ['d'], d: ['a'] }))).toEqual(['a', 'c', 'd', 'a'])
})

test('chunks that share an import are no cycle', () => {
  expect(
    findCycle(chunks({ entry: ['a', 'b'], a: ['c'], b: ['c', 'https://elsewhere.example/x.js'], c: [] })),
  ).toBeNull()
})

/** Builds `first` → `second` → `third`, each with an effect, in these chunks. */
function buildThree(groups: { name: string; test: RegExp }[]) {
  const sources: Record<string, string> = {
    '/first.js': "import { two } from '/second.js'; globalThis.one = two",
    '/second.js': "import { three } from '/third.js'; export const two = globalThis.two = three + 1",
    '/third.js': 'export const three = globalThis.three = 3',
  }
  const files: Plugin = { name: 'files', resolveId: (id) => (id in sources ? id : null), load: (id) => sources[id] }
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [files, refuseChunkCycles],
    build: {
      write: false,
      rolldownOptions: {
        input: '/first.js',
        output: { codeSplitting: { groups, includeDependenciesRecursively: false } },
      },
    },
  })
}

test('a build with chunks that import each other fails', async () => {
  const ends = { name: 'ends', test: /first|third/ }
  await expect(buildThree([ends, { name: 'middle', test: /second/ }])).rejects.toThrow(/chunks import each other/)
})

test('a build whose chunks import in one direction succeeds', async () => {
  await expect(buildThree([{ name: 'later', test: /second|third/ }])).resolves.toBeDefined()
})
