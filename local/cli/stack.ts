import { readStackSettings } from '../settings'
import { readEnvironment } from './environment'
import { print, printProblems, printStack } from './print'
import { runUntilStopped } from './runUntilStopped'
import { obstacles, startLocalStack } from './startLocalStack'

// npm run stack: the stack without the web server.

const { settings, problems } = readStackSettings(readEnvironment())
const found = settings ? await obstacles(settings, { withWeb: false }) : problems
if (settings === null || found.length > 0) {
  printProblems('The stack cannot start:', found)
  process.exitCode = 1
} else {
  await runUntilStopped(async (keep) => {
    const stack = await startLocalStack(settings)
    keep({ close: () => stack.stop() })
    print(`\n  The stack is ready after ${(performance.now() / 1000).toFixed(1)} s\n`)
    printStack(stack)
    print('\n  Ctrl-C stops everything.\n')
  })
}
