import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { removeData } from '../../../local/database'
import { projectRoot } from '../../../local/settings'
import { withDatabase } from '../database'
import { killOnce } from '../runParts'
import type { BankFigures } from './figures'
import type { Side } from './side'

const run = promisify(execFile)

/** The files of a database at one moment. */
export type Copy = { folder: string; copy: string; madeAt: Date }

/** Kills the database and copies its files before it starts again. */
export async function copyDatabase(side: Side, afterMs: number, figures: BankFigures): Promise<Copy> {
  await wait(afterMs)
  const folder = await withDatabase(side.stack.adminUrl, async (sql) => {
    const [row] = await sql<{ data_directory: string }[]>`show data_directory`
    return row?.data_directory ?? ''
  })
  const copy = `${folder}-copy`
  const madeAt = new Date()
  await killOnce(side, figures, () => copyFiles(folder, copy))
  figures.databaseKills += 1
  return { folder, copy, madeAt }
}

/** As an operator does after a disaster: the copy takes the place of the database, and `npm run recover` asks the other bank. */
export async function restoreAndRecover(side: Side, { folder, copy, madeAt }: Copy, figures: BankFigures) {
  await killOnce(side, figures, async () => {
    await rm(folder, { recursive: true })
    await copyFiles(copy, folder)
  })
  removeData(copy)
  const { apiUrl, keys } = side.stack
  const since = new Date(madeAt.getTime() - 60_000).toISOString()
  const { stdout } = await run(
    process.execPath,
    ['--import', 'tsx', path.join('local', 'cli', 'recover.ts'), '--since', since],
    { cwd: projectRoot, env: { ...process.env, SUPABASE_URL: apiUrl, SUPABASE_SECRET_KEY: keys.secret } },
  )
  const [posted, returned] = [/(\d+) posted/, /(\d+) returned/].map((pattern) => Number(pattern.exec(stdout)?.[1]))
  figures.recovered = posted ?? Number.NaN
  figures.returnedAgain = returned ?? Number.NaN
}

// Owners and modes too: the database runs as another user where this process is root.
const copyFiles = (from: string, to: string) =>
  process.platform === 'win32' ? cp(from, to, { recursive: true }) : run('cp', ['-a', from, to])
