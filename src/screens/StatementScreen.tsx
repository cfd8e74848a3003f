import { useQuery } from '@tanstack/react-query'
import { Download, FileText, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/accounts/queries'
import { profileQueries } from '@/features/profile/queries'
import { addressLines } from '@/features/profile/shared'
import type { AccountHolder } from '@/features/statements/accountHolder'
import { statementCopy } from '@/features/statements/copy'
import { useSavePdf } from '@/features/statements/mutations'
import { statementQueries } from '@/features/statements/queries'
import { useLiveStatements } from '@/features/statements/realtime'
import type { Statement } from '@/features/statements/statement'
import { statementCsv } from '@/features/statements/statementCsv'
import { isMonth, periodFileName, periodName, readPeriod, type Period } from '@/features/statements/statementPeriod'
import { StatementSheet } from '@/features/statements/StatementSheet'
import { londonDay } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { saveFile } from '@/lib/saveFile'
import { useUserId } from '@/lib/session'

export function StatementScreen() {
  const [today] = useState(() => londonDay(new Date()))
  const period = readPeriod(useParams().period, today)
  return period === null ? (
    <Screen title="Statement" back={paths.statements}>
      <NoStatement />
    </Screen>
  ) : (
    <PeriodScreen period={period} today={today} />
  )
}

function PeriodScreen({ period, today }: { period: Period; today: string }) {
  const userId = useUserId()
  const account = useQuery(accountQueries.current(userId))
  const address = useQuery(profileQueries.address(userId))
  const statement = useQuery(statementQueries.period(userId, period))
  useLiveStatements(userId)

  return (
    <Screen title={isMonth(period, today) ? periodName(period, today) : 'Statement'} back={paths.statements}>
      <Loaded query={statement} what="your statement" skeleton={<SheetSkeleton />}>
        {(found) =>
          found === null ? (
            <NoStatement />
          ) : (
            <Loaded query={account} what="your account" skeleton={<SheetSkeleton />}>
              {({ holderName, sortCode, accountNumber }) => (
                <Loaded query={address} what="your address" skeleton={<SheetSkeleton />}>
                  {(stored) => {
                    const holder = { holderName, sortCode, accountNumber, address: addressLines(stored) }
                    return (
                      <div className="space-y-4">
                        <Actions statement={found} account={holder} today={today} />
                        {stored === null && <NoAddress />}
                        <StatementSheet statement={found} account={holder} today={today} />
                      </div>
                    )
                  }}
                </Loaded>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Screen>
  )
}

function NoAddress() {
  return (
    <p className="flex flex-wrap items-center text-sm text-muted print:hidden">
      {statementCopy.noAddress}
      <Link to={paths.profile} className={buttonLook('quiet')}>
        Add your address
      </Link>
    </p>
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

function Actions({ statement, account, today }: { statement: Statement; account: AccountHolder; today: string }) {
  const fileName = periodFileName(statement, today)
  const savePdf = useSavePdf(`${fileName}.pdf`)
  const handleDownload = () => saveFile(`${fileName}.csv`, 'text/csv;charset=utf-8', [statementCsv(statement)])
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button
        className="grow px-3!"
        pending={savePdf.isPending}
        pendingLabel="Creating..."
        onClick={() => savePdf.mutate({ document: 'statement', statement, account })}
      >
        <FileText aria-hidden className="size-5" />
        Download PDF
      </Button>
      <Button variant="secondary" className="grow px-3!" onClick={handleDownload}>
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
