// `npm run check`: runs the scripts named `check:…` side by side, prints the output of each whole, and fails when one fails.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { scripts } from '../package.json'

const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'))

async function run(check: string): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn('npm', ['run', '--silent', check])
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${check} (${seconds} s)\n${Buffer.concat(output).toString()}`)
  return code === 0
}

const results: boolean[] = []

/** Takes the next check until none is left. */
async function work() {
  for (let check = checks.shift(); check !== undefined; check = checks.shift()) results.push(await run(check))
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
process.exitCode = results.every(Boolean) ? 0 : 1
