import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Learned } from '../../supabase/functions/ai-chat/classify'
import { projectRoot } from '../settings'
import type { Figures } from './measure'

const folder = path.join(projectRoot, 'supabase', 'functions', 'ai-chat')

export const weightsPath = path.join(folder, 'weights.ts')

/** What the weights and the figures depend on: the table, and the code that learns from it and judges. */
function sources(): string[] {
  const here = path.join(projectRoot, 'local', 'assistant')
  const table = readdirSync(path.join(folder, 'sentences'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.txt'),
  )
  return [
    ...table.toSorted().map((file) => path.join(folder, 'sentences', file)),
    ...['classify.ts', 'concepts.ts', 'features.ts', 'lexicon.ts'].map((file) => path.join(folder, file)),
    ...['measure.ts', 'pack.ts', 'sentences.ts', 'train.ts'].map((file) => path.join(here, file)),
  ]
}

/** Changes with the sources and with the weights, so that a test can tell without training that they belong together. */
export function fingerprintOf({ kinds, scale, weights }: Learned): string {
  const hash = createHash('sha256').update(JSON.stringify([kinds, scale, weights]))
  for (const file of sources()) hash.update(path.basename(file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** The text of `weights.ts`. */
export function weightsFile(learned: Learned, figures: Figures): string {
  const { kinds, scale, weights } = learned
  return `// Written by \`npm run assistant\` from sentences/ and features.ts.

/** Of the sources and these weights. */
export const fingerprint = '${fingerprintOf(learned)}'

/** Shares of the sentences that were kept out in turns. */
export const figures = ${JSON.stringify(figures)}

export const kinds = ${JSON.stringify(kinds)}

export const scale = ${scale}

export const weights = '${weights}'
`
}
