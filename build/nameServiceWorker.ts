import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Writes a name for the build into its service worker, made from everything in it: browsers take a worker for a new one
 * only when its text differs.
 */
export const nameServiceWorker: Plugin = {
  name: 'name-service-worker',
  apply: 'build',
  async writeBundle({ dir = 'dist' }, bundle) {
    const file = path.join(dir, 'serviceWorker.js')
    const worker = await readFile(file, 'utf8')
    const hash = createHash('sha256').update(Object.keys(bundle).toSorted().join('\n')).update(worker)
    for (const name of ['offline.html', 'offline.css']) hash.update(await readFile(path.join(dir, name)))
    const named = worker.replace("version = 'development'", `version = '${hash.digest('hex').slice(0, 12)}'`)
    if (named === worker) throw new Error('serviceWorker.js has no version to replace')
    await writeFile(file, named)
  },
}
