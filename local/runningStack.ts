import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { clusterFolder } from './database'
import { isAlive, runningServer } from './postgres/cluster'

const recordSchema = z.object({
  pid: z.number().int(),
  apiUrl: z.url(),
  databaseUrl: z.string(),
  mailboxUrl: z.url(),
})

export type StackRecord = z.infer<typeof recordSchema>

const healthSchema = z.object({ pid: z.number().int() })
const recordFile = (dataDir: string) => path.join(dataDir, 'stack.json')

/** Leaves word in the data folder of who runs it. Returns how to take that back. */
export function recordStack(dataDir: string, record: StackRecord): () => void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(recordFile(dataDir), JSON.stringify(record, null, 2))
  return () => rmSync(recordFile(dataDir), { force: true })
}

/** The stack that runs on this data folder; null when there is none, whatever a killed one has left behind. */
export async function findRunningStack(dataDir: string): Promise<StackRecord | null> {
  if (!existsSync(recordFile(dataDir))) return null
  const parsed = recordSchema.safeParse(readJson(recordFile(dataDir)))
  // A pid alone says little: after a restart of the machine it is somebody else's.
  if (!parsed.success || !isAlive(parsed.data.pid)) return null
  return (await pidAt(parsed.data.apiUrl)) === parsed.data.pid ? parsed.data : null
}

async function pidAt(apiUrl: string): Promise<number | null> {
  try {
    const response = await fetch(`${apiUrl}/health`, { signal: AbortSignal.timeout(3000) })
    return healthSchema.parse(await response.json()).pid
  } catch {
    return null
  }
}

/** The pid of whatever uses the data folder: a stack, or the database of one that is just starting or stopping. */
export async function userOfDataDir(dataDir: string): Promise<number | null> {
  const stack = await findRunningStack(dataDir)
  return stack?.pid ?? (existsSync(dataDir) ? runningServer(clusterFolder(dataDir)) : null)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
