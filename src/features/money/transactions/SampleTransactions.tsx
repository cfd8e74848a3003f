import { useId, useState } from 'react'
import { londonDay } from '@/lib/dates'
import { env } from '@/lib/env'
import { groupByDay } from './groupByDay'
import type { Transaction } from './queries'
import { SampleNote } from './SampleNote'
import { sampleTransactions } from './sampleTransactions'
import { TransactionList } from './TransactionList'
import type { OnSelect } from './useSelectedTransaction'

/** The sample rows, where the installation shows them. The same until the screen is left. */
export function useSamples(): Transaction[] {
  const [samples] = useState(() => (env.sampleTransactions ? sampleTransactions(londonDay(new Date())) : []))
  return samples
}

/** Sample rows, below the customer's own. Nothing without any. */
export function SampleTransactions({ samples, onSelect }: { samples: Transaction[]; onSelect: OnSelect }) {
  const id = useId()
  if (samples.length === 0) return null
  return (
    <section aria-labelledby={id} className="pt-8">
      <h2 id={id} className="font-semibold">
        Sample transactions
      </h2>
      <SampleNote className="mt-1" />
      <TransactionList days={groupByDay(samples)} onSelect={onSelect} />
    </section>
  )
}
