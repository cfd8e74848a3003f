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

/** Writes the running stack into the data folder. Returns a function that removes the record. */
export function recordStack(dataDir: string, record: StackRecord): () => void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(recordFile(dataDir), JSON.stringify(record, null, 2))
  return () => rmSync(recordFile(dataDir), { force: true })
}

/** The stack that runs on this data folder. Null when there is none, also when a killed stack has left its record. */
export async function findRunningStack(dataDir: string): Promise<StackRecord | null> {
  if (!existsSync(recordFile(dataDir))) return null
  const parsed = recordSchema.safeParse(readJson(recordFile(dataDir)))
  // After a restart of the machine, another process may have this pid.
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

/** The pid of the stack that uses the data folder, or of the database of a stack that is starting or stopping. */
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
