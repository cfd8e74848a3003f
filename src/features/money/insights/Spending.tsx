import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { TitledCard } from '@/components/TitledCard'
import { categories, CategoryIcon } from '@/features/money/categories/shared'
import { formatShortDay } from '@/lib/dates'
import { transactionsPath } from '@/lib/paths'
import { insightsCopy } from './copy'
import { insightsQueries, type Spent } from './queries'
import type { ComparedDays } from './comparedDays'
import { SpendingTable } from './SpendingTable'

/** What the customer has spent this month by category and by merchant, beside the same days of last month. */
export function Spending({ userId }: { userId: string }) {
  const spending = useQuery(insightsQueries.spending(userId))
  return (
    <Loaded query={spending} what="your spending" skeleton={<SpendingLoading />}>
      {({ days, externalAccounts, byCategory, byPayee }) => (
        <div className="@container">
          <div className="grid grid-cols-1 items-start gap-3 @min-[48rem]:grid-cols-2 @min-[48rem]:gap-6">
            <Section title={insightsCopy.byCategory} empty={insightsCopy.nothingSpent} rows={byCategory}>
              {(rows) => (
                <SpendingTable
                  title={insightsCopy.byCategory}
                  first="Category"
                  columns={columnsOf(days)}
                  rows={rows.map((row) => ({
                    ...row,
                    label: categories[row.name],
                    icon: <CategoryIcon category={row.name} />,
                    to: pathBehind(row, days, { category: row.name }),
                  }))}
                />
              )}
            </Section>
            <Section title={insightsCopy.byPayee} empty={insightsCopy.nothingSpentYet} rows={byPayee}>
              {(rows) => (
                <SpendingTable
                  title={insightsCopy.byPayee}
                  first="Merchant"
                  columns={columnsOf(days)}
                  rows={rows.map((row) => ({
                    ...row,
                    label: row.name,
                    to: pathBehind(row, days, { payee: row.name }),
                  }))}
                />
              )}
            </Section>
          </div>
          {externalAccounts.length > 0 && (
            <p className="mt-3 text-secondary wrap-anywhere">
              {insightsCopy.alsoCounted(externalAccounts.join(' and '))}
            </p>
          )}
        </div>
      )}
    </Loaded>
  )
}

function columnsOf(days: ComparedDays) {
  return { spent: insightsCopy.thisMonth, spentBefore: periodName(days) }
}

/** '1–22 Oct', or '1 Oct' on the first of a month. */
function periodName({ before: { from, until } }: ComparedDays): string {
  return from === until ? formatShortDay(from) : `1–${formatShortDay(until)}`
}

/**
 * The transactions behind a row. A row that has none this month leads to those of last month. Undefined with transactions of
 * other banks: the list has none of them, so it would not add up.
 */
function pathBehind(
  { spent, hasExternal }: Spent<string>,
  { now, before }: ComparedDays,
  filter: Record<string, string>,
): string | undefined {
  if (hasExternal) return undefined
  const { from, until } = spent > 0 ? now : before
  return transactionsPath(from, until, { direction: 'out', counted: 'true', ...filter })
}

type SectionProps<Name extends string> = {
  title: string
  empty: string
  rows: Spent<Name>[]
  children: (rows: Spent<Name>[]) => ReactNode
}

function Section<Name extends string>({ title, empty, rows, children }: SectionProps<Name>) {
  return (
    <TitledCard title={title}>
      {rows.length === 0 ? <p className="text-secondary">{empty}</p> : children(rows)}
    </TitledCard>
  )
}

function SpendingLoading() {
  return (
    <div className="space-y-3">
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  )
}
