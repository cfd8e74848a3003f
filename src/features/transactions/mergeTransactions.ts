import type { Transaction } from './queries'

/**
 * Stored rows and sample rows as one list, newest first; both come in that order. While older stored rows are not loaded
 * yet, samples from before the last loaded row wait, so that nothing appears later above what is already read.
 */
export function mergeTransactions(stored: Transaction[], samples: Transaction[], isComplete: boolean): Transaction[] {
  const merged: Transaction[] = []
  let next = 0
  for (const transaction of stored) {
    const at = Date.parse(transaction.createdAt)
    for (let sample = samples[next]; sample && Date.parse(sample.createdAt) > at; sample = samples[++next])
      merged.push(sample)
    merged.push(transaction)
  }
  return isComplete ? [...merged, ...samples.slice(next)] : merged
}
