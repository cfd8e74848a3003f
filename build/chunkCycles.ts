import type { Plugin } from 'vite'

type Chunks = Map<string, readonly string[]>

/** Chunks that import each other before they run, as a path that ends where it starts. Null: there are none. */
export function findCycle(chunks: Chunks): string[] | null {
  const finished = new Set<string>()
  const visit = (file: string, above: string[]): string[] | null => {
    if (finished.has(file)) return null
    if (above.includes(file)) return [...above.slice(above.indexOf(file)), file]
    for (const imported of chunks.get(file) ?? []) {
      const cycle = visit(imported, [...above, file])
      if (cycle !== null) return cycle
    }
    finished.add(file)
    return null
  }
  for (const file of chunks.keys()) {
    const cycle = visit(file, [])
    if (cycle !== null) return cycle
  }
  return null
}

/**
 * Fails a build whose chunks import each other: one of them runs before what it imports exists, and the app may not start.
 * `sharedChunk` decides which modules share a chunk, so a change there or a new import can cause it.
 */
export const refuseChunkCycles: Plugin = {
  name: 'refuse-chunk-cycles',
  generateBundle(_options, bundle) {
    const chunks = new Map(
      Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
    )
    const cycle = findCycle(new Map([...chunks].map(([file, { imports }]) => [file, imports])))
    if (cycle === null) return
    const modules = cycle.slice(1).map((file) => `${file}: ${chunks.get(file)?.moduleIds.join(', ')}`)
    this.error([`chunks import each other: ${cycle.join(' → ')}`, ...modules].join('\n'))
  },
}
