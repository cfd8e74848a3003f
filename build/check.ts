// `npm run check`: runs the static checks side by side, prints the output of each whole, and fails when one fails.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const checks = [
  'prettier --check --cache --log-level warn .',
  'oxlint --type-aware --deny-warnings',
  'deno check --quiet --no-config --no-lock --node-modules-dir=manual supabase/functions',
  'tsc --noEmit',
  'tsx local/cli/types.ts --check',
  'knip',
  'tsx bench/checkBudgets.ts',
]

async function run(command: string): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(command, { shell: true, env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' } })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${command} (${seconds} s)\n${Buffer.concat(output).toString()}`)
  return code === 0
}

/** Takes the next check until none is left. More checks than cores at a time would only compete for memory. */
async function work(results: boolean[]) {
  for (let command = checks.shift(); command !== undefined; command = checks.shift()) results.push(await run(command))
}

const results: boolean[] = []
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, () => work(results)))
process.exitCode = results.every(Boolean) ? 0 : 1
