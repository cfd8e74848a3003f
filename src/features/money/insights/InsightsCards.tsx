import { useQuery } from '@tanstack/react-query'
import { TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Loaded } from '@/components/Loaded'
import { Money } from '@/components/Money'
import { TitledCard } from '@/components/TitledCard'
import { cn } from '@/lib/cn'
import { insightsCopy } from './copy'
import { directionOf, formatPercent, spendingChange, type Direction } from './figures'
import { InsightsLoading } from './InsightsLoading'
import { MonthsChart } from './MonthsChart'
import { insightsQueries, type Insights } from './queries'
import { useLiveInsights } from './realtime'

/** The customer's spending and income in three cards, updated live. */
export function InsightsCards({ userId }: { userId: string }) {
  const insights = useQuery(insightsQueries.own(userId))
  useLiveInsights(userId)
  return (
    <Loaded query={insights} what="your insights" skeleton={<InsightsLoading />}>
      {(data) => (
        <div className="@container">
          <div className="grid items-start gap-3 @min-[48rem]:grid-cols-2 @min-[48rem]:gap-6">
            <div className="space-y-3 @min-[48rem]:space-y-6">
              <Activity insights={data} />
              <SpendingComparison insights={data} />
            </div>
            <MonthlyComparison insights={data} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

function Activity({ insights: { months } }: { insights: Insights }) {
  const [{ spent, received }] = months
  const net = received - spent
  return (
    <TitledCard title="This Month's Activity">
      <dl className="divide-y divide-line">
        <Figure label="Total Spent">
          <Money pence={spent} />
        </Figure>
        <Figure label="Total Received">
          <Money pence={received} />
        </Figure>
        <Figure label="Net Change">
          <span className="flex flex-wrap items-center justify-end gap-x-2">
            <DirectionMark direction={directionOf(net)} good="up" />
            <Money pence={Math.abs(net)} direction={net === 0 ? undefined : net > 0 ? 'in' : 'out'} />
          </span>
        </Figure>
      </dl>
    </TitledCard>
  )
}

function SpendingComparison({ insights }: { insights: Insights }) {
  const change = spendingChange(insights)
  const hasLastMonth = insights.months[1].spent > 0
  return (
    <TitledCard title="Spending Comparison">
      {change === null ? (
        <p className="min-h-7 text-muted">{hasLastMonth ? insightsCopy.same : insightsCopy.nothingToCompare}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2">
          <DirectionMark direction={directionOf(change)} good="down" />
          <span className="text-title tabular-nums">{formatPercent(change)}</span>
          <span>{change > 0 ? insightsCopy.more : insightsCopy.less}</span>
        </p>
      )}
    </TitledCard>
  )
}

function MonthlyComparison({ insights: { months, averageSpent } }: { insights: Insights }) {
  const [thisMonth, lastMonth] = months
  return (
    <TitledCard title="Monthly Comparison">
      <dl className="divide-y divide-line">
        <Figure label="This Month">
          <Money pence={thisMonth.spent} />
        </Figure>
        <Figure label="Last Month">
          <Money pence={lastMonth.spent} />
        </Figure>
        <Figure label="Average (6 months)">
          <Money pence={averageSpent} />
        </Figure>
      </dl>
      <MonthsChart months={months} />
    </TitledCard>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 py-2.5">
      <dt className="text-secondary">{label}</dt>
      <dd className="ml-auto text-strong">{children}</dd>
    </div>
  )
}

const icons = { up: TrendingUp, down: TrendingDown }

type DirectionMarkProps = {
  direction: Direction
  /** The direction that is good for the customer. */
  good: 'up' | 'down'
}

/** Up or down, as an arrow and a word. Green when it is good for the customer. */
function DirectionMark({ direction, good }: DirectionMarkProps) {
  if (direction === 'level') return <span className="text-secondary">{insightsCopy.direction.level}</span>
  const Icon = icons[direction]
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-1 text-caption text-strong',
        direction === good ? 'bg-tint-green text-on-tint-green' : 'bg-tint-amber text-on-tint-amber',
      )}
    >
      <Icon aria-hidden className="size-4" />
      {insightsCopy.direction[direction]}
    </span>
  )
}
