import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/accounts/queries'
import { statementCopy } from '@/features/statements/copy'
import { statementQueries } from '@/features/statements/queries'
import { useLiveStatements } from '@/features/statements/realtime'
import type { Statement } from '@/features/statements/statement'
import { statementCsv, statementFileName } from '@/features/statements/statementCsv'
import { readMonth } from '@/features/statements/statementMonth'
import { StatementSheet } from '@/features/statements/StatementSheet'
import { londonDay, longMonthName } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { saveFile } from '@/lib/saveFile'
import { useUserId } from '@/lib/session'

export function StatementScreen() {
  const month = readMonth(useParams().month)
  return month === null ? (
    <Screen title="Statement" back={paths.statements}>
      <NoStatement />
    </Screen>
  ) : (
    <MonthScreen month={month} />
  )
}

function MonthScreen({ month }: { month: string }) {
  const userId = useUserId()
  const account = useQuery(accountQueries.current(userId))
  const statement = useQuery(statementQueries.month(userId, month))
  useLiveStatements(userId)
  const [today] = useState(() => londonDay(new Date()))

  return (
    <Screen title={longMonthName(month)} back={paths.statements}>
      <Loaded query={statement} what="your statement" skeleton={<SheetSkeleton />}>
        {(found) =>
          found === null ? (
            <NoStatement />
          ) : (
            <Loaded query={account} what="your account" skeleton={<SheetSkeleton />}>
              {(holder) => (
                <div className="space-y-4">
                  <Actions statement={found} today={today} />
                  <StatementSheet statement={found} account={holder} today={today} />
                </div>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Screen>
  )
}

function NoStatement() {
  return (
    <EmptyState title={statementCopy.unknown.title}>
      <p>{statementCopy.unknown.text}</p>
      <Link to={paths.statements} className={buttonLook('secondary')}>
        All statements
      </Link>
    </EmptyState>
  )
}

function Actions({ statement, today }: { statement: Statement; today: string }) {
  const handleDownload = () =>
    saveFile(statementFileName(statement.month), 'text/csv;charset=utf-8', [statementCsv(statement, today)])
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button className="grow px-3!" onClick={handleDownload}>
        <Download aria-hidden className="size-5" />
        Download CSV
      </Button>
      <Button variant="secondary" className="grow" onClick={() => window.print()}>
        <Printer aria-hidden className="size-5" />
        Print
      </Button>
    </div>
  )
}

function SheetSkeleton() {
  return (
    <div className="space-y-4 rounded bg-card p-4">
      <Skeleton className="h-7 w-32" />
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-24" />
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </div>
  )
}
