import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import type { AccountHolder } from '@/features/money/statements/accountHolder'
import { statementCopy } from '@/features/money/statements/copy'
import { statementQueries } from '@/features/money/statements/queries'
import { StatementActions } from '@/features/money/statements/StatementActions'
import { StatementList, StatementListSkeleton } from '@/features/money/statements/StatementList'
import { readPeriod, type Period } from '@/features/money/statements/statementPeriod'
import { SheetSkeleton, StatementSheet } from '@/features/money/statements/StatementSheet'

type ListProps = { userId: string; today: string }

/** The statements of a suspended customer. */
export function SuspendedStatements({ userId, today }: ListProps) {
  const months = useQuery(statementQueries.months(userId))
  return (
    <Loaded query={months} what="your statements" skeleton={<StatementListSkeleton />}>
      {(list) => (
        <StatementList
          months={list}
          runningMonth={today.slice(0, 7)}
          pathTo={(month) => `#${month}`}
          onPress={() => undefined}
        />
      )}
    </Loaded>
  )
}

type StatementProps = ListProps & { account: AccountHolder; period: string }

/** One of them, by the month in the address. */
export function SuspendedStatement({ period: text, ...rest }: StatementProps) {
  const period = readPeriod(text, rest.today)
  return period === null ? <NoStatement /> : <OfPeriod period={period} {...rest} />
}

function OfPeriod({ userId, account, today, period }: Omit<StatementProps, 'period'> & { period: Period }) {
  const statement = useQuery(statementQueries.period(userId, period))
  return (
    <Loaded query={statement} what="your statement" skeleton={<SheetSkeleton />}>
      {(found) =>
        found === null ? (
          <NoStatement />
        ) : (
          <div className="space-y-4">
            <StatementActions statement={found} account={account} today={today} />
            <StatementSheet statement={found} account={account} today={today} />
          </div>
        )
      }
    </Loaded>
  )
}

function NoStatement() {
  return (
    <EmptyState title={statementCopy.unknown.title}>
      <p>{statementCopy.unknown.text}</p>
    </EmptyState>
  )
}
