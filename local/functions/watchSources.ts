import { watch } from 'node:fs'
import { sep } from 'node:path'

const settleMs = 40

/** Reports the functions whose files changed; null means all (shared folders start with `_`). */
export function watchSources(folder: string, onChange: (name: string | null) => void): { close(): void } {
  const pending = new Set<string | null>()
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    const changed = pending.has(null) ? [null] : [...pending]
    pending.clear()
    for (const name of changed) onChange(name)
  }
  const watcher = watch(folder, { recursive: true }, (_event, file) => {
    const top = file?.split(sep)[0] ?? '_'
    pending.add(/^[_.]/.test(top) ? null : top)
    // Editors write a file in several steps.
    clearTimeout(timer)
    timer = setTimeout(report, settleMs)
  })
  // Without a listener, a folder that is removed while the stack stops would end the process.
  watcher.on('error', () => watcher.close())
  return {
    close() {
      clearTimeout(timer)
      watcher.close()
    },
  }
}
