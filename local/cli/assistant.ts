import { writeFileSync } from 'node:fs'
import { measure, missedGoals } from '../assistant/measure'
import { pack } from '../assistant/pack'
import { readLines } from '../assistant/sentences'
import { train } from '../assistant/train'
import { weightsFile, weightsPath } from '../assistant/weightsFile'
import { print } from './print'

// npm run assistant: writes the weights with which the assistant tells what a customer writes about, from the table of
// sentences, if those that are kept out in turns are judged well enough. It trains six times: half a minute.
const lines = [...readLines('danger'), ...readLines('questions')]
const figures = measure(lines)
for (const [name, share] of Object.entries(figures)) print(`  ${name}: ${(100 * share).toFixed(2)} %`)
const missed = missedGoals(figures)
if (missed.length > 0) {
  print(`  Wrote nothing: ${missed.join(', ')} must be better. The goals are in local/assistant/measure.ts.`)
  process.exitCode = 1
} else {
  writeFileSync(weightsPath, weightsFile(pack(train(lines)), figures))
  print(`  Wrote ${weightsPath}`)
}
