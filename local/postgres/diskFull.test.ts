import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cluster, startCluster } from './cluster'
import { isDiskFull } from './diskFull'

// A fake program says what Postgres says on a full disk: a test cannot fill one.
const fake = `#!/bin/sh
cd "$(dirname "$0")"
trap 'exit 0' INT QUIT
noRoom='No space left on device'
if [ -e full ]; then echo "2026-11-29 10:00:00 UTC [1] 53100 FATAL:  could not write lock file: $noRoom" >&2; exit 1; fi
echo start >> starts
echo 'LOG:  database system is ready to accept connections' >&2
while :; do
  if [ -e statement ]; then rm statement; echo "2026-11-29 10:00:00 UTC [1] 53100 ERROR:  could not extend file: $noRoom" >&2; fi
  if [ -e full ]; then echo "2026-11-29 10:00:00 UTC [1] 53100 PANIC:  could not write to file: $noRoom" >&2; exit 1; fi
  if [ -e crash ]; then exit 1; fi
  sleep 0.02
done
`

let folder: string
let cluster: Cluster
let told: string[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fernbank-disk-'))
  chmodSync(folder, 0o777)
  const program = path.join(folder, 'postgres')
  writeFileSync(program, fake, { mode: 0o755 })
  told = []
  const log = (line: string) => void told.push(line)
  cluster = await startCluster(folder, { port: 1, isDurable: true, logFile: path.join(folder, 'log'), program, log })
})
afterEach(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true })
})

const write = (name: string) => writeFileSync(path.join(folder, name), '')
const starts = () => readFileSync(path.join(folder, 'starts'), 'utf8').trim().split('\n').length

test('a statement that finds the disk full is said once, and Postgres goes on', async () => {
  write('statement')
  await expect.poll(() => told).toEqual([expect.stringContaining(`The disk is full: ${folder} cannot grow.`)])
  write('statement')
  await expect.poll(() => existsSync(path.join(folder, 'statement'))).toBe(false)
  expect([told.length, starts()]).toEqual([1, 1])
})

test('Postgres that stopped on a full disk is started again when there is room', { timeout: 20_000 }, async () => {
  write('full')
  await expect.poll(() => told).toHaveLength(2)
  expect(told[1]).toContain('Postgres has stopped, because it cannot write its log.')
  // At least one attempt finds no room.
  await expect.poll(() => readFileSync(path.join(folder, 'log'), 'utf8'), { timeout: 10_000 }).toContain('FATAL')
  expect([told.length, starts()]).toEqual([2, 1])
  rmSync(path.join(folder, 'full'))
  await expect.poll(() => told, { timeout: 10_000 }).toHaveLength(3)
  expect([told[2], starts()]).toEqual(['There is room again, and Postgres runs.', 2])
})

test('Postgres is not started again after a stop, nor after another failure', async () => {
  write('crash')
  await expect.poll(() => existsSync(path.join(folder, 'crash'))).toBe(true)
  await cluster.stop()
  expect([told, starts()]).toEqual([[], 1])
})

test('a stop ends the wait for room', async () => {
  write('full')
  await expect.poll(() => told).toHaveLength(2)
  await cluster.stop()
  rmSync(path.join(folder, 'full'))
  expect([told.length, starts()]).toEqual([2, 1])
})

test.each([
  [true, 'ENOSPC: no space left on device, write'],
  [true, 'PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device'],
  [true, Object.assign(new Error('could not extend'), { code: '53100' })],
  [true, new Error('The bank failed', { cause: new Error('ENOSPC: no space left on device, open') })],
  [false, Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' })],
  [false, new Error('connection refused')],
  [false, undefined],
])('that the disk is full is %s for %s', (expected, problem) => {
  expect(isDiskFull(problem)).toBe(expected)
})
