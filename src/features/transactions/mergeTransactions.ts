import type { Transaction } from './queries'

/**
 * Merges stored rows and sample rows, both sorted newest first. While older stored rows are not loaded, samples older
 * than the last loaded row are left out, so that no row appears later above one that is already shown.
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
