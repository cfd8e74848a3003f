import { freePort, retryTakenPort } from '../postgres/ports'
import { startTemporaryStack, type TemporaryStack } from '../template'
import { cellsAt, type Cell } from './cell'

export type TemporaryCell = TemporaryStack & { cell: Cell }

type Options = Omit<NonNullable<Parameters<typeof startTemporaryStack>[0]>, 'cell' | 'apiPort'> & {
  /** Where the other cell finds the API at this address: a test can put a line between them that loses messages. */
  via?: (apiUrl: string) => Promise<string>
  /** Where the web app of each cell is, for the links in its mails. */
  webUrls?: string[]
}

/** Two stacks on free ports that are one bank and pay each other. */
export async function startTemporaryCells({
  via = async (apiUrl) => apiUrl,
  webUrls = [],
  ...options
}: Options = {}): Promise<[TemporaryCell, TemporaryCell]> {
  return retryTakenPort(async () => {
    const ports = [await freePort(), await freePort()]
    const cells = cellsAt(await Promise.all(ports.map((port) => via(`http://127.0.0.1:${port}`))))
    const starting = cells.map(async (cell, index) => ({
      ...(await startTemporaryStack({
        ...options,
        env: { ...options.env, ...(webUrls[index] !== undefined && { APP_URL: webUrls[index] }) },
        cell,
        apiPort: ports[index] ?? 0,
      })),
      cell,
    }))
    const settled = await Promise.allSettled(starting)
    const started = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const [first, second] = started
    if (first && second) return [first, second]
    for (const stack of started) await stack.destroy()
    throw settled.find((one) => one.status === 'rejected')?.reason
  })
}
