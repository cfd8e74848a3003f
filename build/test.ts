// `npm test`: the checks, then the tests on vitest and in the browser side by side. Each of the two leaves a core idle at its
// start and at its end. The browser's output is held back until vitest has ended, so that neither interrupts the other.
import { spawn } from 'node:child_process'

type Run = { name: string; isOk: Promise<boolean>; showOutput: () => void; lastLines: () => string }

/** What failed is in them, for both. */
const linesAtTheEnd = 120

function start(name: string, command: string, args: string[]): Run {
  const child = spawn(command, args)
  const output: Buffer[] = []
  let isShown = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output.push(part)
      if (isShown) process.stdout.write(part)
    })
  return {
    name,
    isOk: new Promise((resolve, reject) => child.on('error', reject).on('close', (code) => resolve(code === 0))),
    showOutput() {
      isShown = true
      process.stdout.write(Buffer.concat(output))
    },
    lastLines: () => Buffer.concat(output).toString('utf8').split('\n').slice(-linesAtTheEnd).join('\n'),
  }
}

async function follow(run: Run): Promise<Run[]> {
  run.showOutput()
  return (await run.isOk) ? [] : [run]
}

const failed = await follow(start('the checks', 'npm', ['run', '--silent', 'check']))
if (failed.length === 0) {
  const runs = [start('vitest', 'npx', ['vitest', 'run']), start('the browser tests', 'npx', ['playwright', 'test'])]
  for (const run of runs) failed.push(...(await follow(run)))
}
// Hundreds of lines of another run may follow those of a failed one.
for (const { name, lastLines } of failed) process.stdout.write(`✗ ${name} failed:\n${lastLines()}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
