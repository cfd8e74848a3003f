import { localCells } from '../cells/localCells'
import { readStackSettings } from '../settings'
import { readEnvironment } from './environment'
import { print, printProblems, printStacks } from './print'
import { runUntilStopped } from './runUntilStopped'
import { obstacles, startLocalStacks } from './startLocalStack'

// npm run stack: the stack without the web server.

const { settings, problems } = readStackSettings(readEnvironment())
const cells = settings ? localCells(settings) : []
const found = settings ? await obstacles(cells, { withWeb: false }) : problems
if (found.length > 0) {
  printProblems('The stack cannot start:', found)
  process.exitCode = 1
} else {
  await runUntilStopped(async (keep) => {
    const stacks = await startLocalStacks(cells, keep)
    print(`\n  The stack is ready after ${(performance.now() / 1000).toFixed(1)} s\n`)
    printStacks(cells, stacks)
    print('\n  Ctrl-C stops everything.\n')
  })
}
