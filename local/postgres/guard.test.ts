import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isAlive } from './cluster'

const pidsSchema = z.object({ postgres: z.number(), forgotten: z.number(), stubborn: z.number() })
const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** Starts children, prints their pids and waits. */
const program = `
  import { spawn } from 'node:child_process'
  import { readFileSync } from 'node:fs'
  import postgres from 'postgres'
  import { startTemporaryDatabase } from ${moduleUrl('../temporaryDatabase.ts')}
  import { forgetProcess, guardProcess } from ${moduleUrl('./guard.ts')}

  function child(script) {
    const { pid } = spawn('/bin/sh', ['-c', script], { stdio: 'ignore', detached: true })
    guardProcess(pid)
    return pid
  }
  const forgotten = child('exec sleep 60')
  forgetProcess(forgotten)
  const stubborn = child('trap "" INT; while :; do sleep 1; done')

  const database = await startTemporaryDatabase()
  const sql = postgres(database.adminUrl, { max: 1 })
  const [{ text }] = await sql\`select pg_read_file('postmaster.pid') as text\`
  await sql.end()
  console.log(JSON.stringify({ postgres: Number(text.split('\\n')[0]), forgotten, stubborn }))
  setInterval(() => {}, 60_000)`

test('stops only the guarded processes when Node is killed', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line')
  const pids = pidsSchema.parse(JSON.parse(String(line)))
  expect(Object.values(pids).map(isAlive)).toEqual([true, true, true])

  child.kill('SIGKILL')
  await expect.poll(() => isAlive(pids.postgres), { timeout: 8000 }).toBe(false)
  await expect.poll(() => isAlive(pids.stubborn), { timeout: 12_000 }).toBe(false)
  expect(isAlive(pids.forgotten)).toBe(true)
  process.kill(pids.forgotten, 'SIGKILL')
})
