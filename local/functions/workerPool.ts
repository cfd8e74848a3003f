import type { Worker } from './worker'

type Entry = { ready: Promise<Worker>; inFlight: number; isRetired: boolean }

/** Keeps at most one current process for each function. A retired process finishes its requests. */
export function createWorkerPool(start: (name: string) => Promise<Worker>) {
  const current = new Map<string, Entry>()
  const retiring = new Set<Promise<void>>()

  function entryOf(name: string): Entry {
    const known = current.get(name)
    if (known) return known
    const entry: Entry = { ready: start(name), inFlight: 0, isRetired: false }
    current.set(name, entry)
    const drop = () => {
      if (current.get(name) === entry) current.delete(name)
    }
    // After a process has ended or failed to start, the next call starts a new one.
    entry.ready.then((worker) => worker.ended.then(drop), drop)
    return entry
  }

  function stopIfIdle(entry: Entry): void {
    if (!entry.isRetired || entry.inFlight > 0) return
    const stopping = stop(entry).finally(() => retiring.delete(stopping))
    retiring.add(stopping)
  }

  function retire(name: string): void {
    const entry = current.get(name)
    if (!entry) return
    current.delete(name)
    entry.isRetired = true
    stopIfIdle(entry)
  }

  return {
    names: () => [...current.keys()],
    retire,

    /** Returns the process, and a function to call when its answer has ended. */
    async acquire(name: string): Promise<{ worker: Worker; release: () => void }> {
      const entry = entryOf(name)
      entry.inFlight += 1
      let isReleased = false
      const release = () => {
        if (isReleased) return
        isReleased = true
        entry.inFlight -= 1
        stopIfIdle(entry)
      }
      try {
        return { worker: await entry.ready, release }
      } catch (error) {
        release()
        throw error
      }
    },

    async close(): Promise<void> {
      await Promise.all([...retiring, ...[...current.values()].map(stop)])
    },
  }
}

/** Also waits for a starting process, so that it does not outlive the pool. */
async function stop(entry: Entry): Promise<void> {
  const worker = await entry.ready.catch(() => null)
  await worker?.stop()
}
