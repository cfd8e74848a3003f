import { writeFileSync } from 'node:fs'
import { weightsFile, weightsPath } from '../assistant/weightsFile'
import { print } from './print'

// npm run assistant: writes the weights with which the assistant tells what a customer writes about, from the table of sentences.
writeFileSync(weightsPath, weightsFile())
print(`  Wrote ${weightsPath}`)
