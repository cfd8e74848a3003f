import { useId, useState } from 'react'
import { londonDay } from '@/lib/dates'
import { groupByDay } from './groupByDay'
import type { Transaction } from './queries'
import { SampleNote } from './SampleNote'
import { sampleTransactions } from './sampleTransactions'
import { TransactionList } from './TransactionList'
import type { OnSelect } from './useSelectedTransaction'

const all = () => true

type SampleTransactionsProps = { isShown?: (sample: Transaction) => boolean; onSelect: OnSelect }

/** Sample rows, below the customer's own. Nothing without any. */
export function SampleTransactions({ isShown = all, onSelect }: SampleTransactionsProps) {
  const id = useId()
  const [today] = useState(() => londonDay(new Date()))
  const samples = sampleTransactions(today).filter(isShown)
  if (samples.length === 0) return null
  return (
    <section aria-labelledby={id} className="pt-8">
      <h2 id={id} className="text-section">
        Sample transactions
      </h2>
      <SampleNote className="mt-1" />
      <TransactionList days={groupByDay(samples)} onSelect={onSelect} />
    </section>
  )
}
