import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Dialog } from '@/components/ui/Dialog'
import { SummarySection } from '@/components/SummarySection'
import { FirstSteps } from './FirstSteps'
import { formatShortDay, isRecentDay, londonDay, timeOfDay } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { transactionQueries, type Transaction } from './queries'
import { TransactionDetails } from './TransactionDetails'
import { TransactionRow } from './TransactionRow'

type LatestTransactionsProps = {
  userId: string
  /** Shown below the details of a transaction. */
  Actions: ComponentType<{ userId: string; transaction: Transaction }>
}

/** Of three rows. With fewer, what follows would move when they appear. */
const height = 'min-h-44.75'

/** The newest transactions on the home screen. Sample rows are left out: they are not the customer's. */
export function LatestTransactions({ userId, Actions }: LatestTransactionsProps) {
  const latest = useQuery(transactionQueries.latest(userId))
  const [selected, setSelected] = useState<Transaction | null>(null)
  return (
    <SummarySection title="Latest transactions" all={{ to: paths.transactions, label: 'See all transactions' }}>
      <Loaded query={latest} what="your latest transactions" skeleton={<Skeleton className="h-44.75" />}>
        {(transactions) =>
          transactions.length === 0 ? (
            <div className={`${height} flex flex-col justify-center rounded bg-card p-4 text-center shadow-card`}>
              <FirstSteps userId={userId} />
            </div>
          ) : (
            <ul className={`${height} @container divide-y divide-line rounded bg-card shadow-card`}>
              {transactions.map((transaction) => (
                <TransactionRow
                  key={transaction.id}
                  transaction={transaction}
                  year={whenOf(transaction)}
                  hasTime={isRecentDay(londonDay(transaction.createdAt))}
                  onSelect={setSelected}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {selected !== null && (
        <Dialog open onOpenChange={() => setSelected(null)} title="Transaction Details">
          <TransactionDetails transaction={selected} actions={<Actions userId={userId} transaction={selected} />} />
        </Dialog>
      )}
    </SummarySection>
  )
}

/** The day. The row shows the time of today's rows beside it, but has no room for both with 'Pending'. */
function whenOf({ status, createdAt }: Transaction): string {
  const day = londonDay(createdAt)
  return status === 'pending' && day === londonDay(new Date()) ? timeOfDay(createdAt) : formatShortDay(day)
}
