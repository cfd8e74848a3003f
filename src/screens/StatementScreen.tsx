import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries, type Account } from '@/features/money/accounts/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { addressLines } from '@/features/person/profile/shared'
import { savingsQueries, type OwnAccount } from '@/features/money/savings/queries'
import type { AccountHolder } from '@/features/money/statements/accountHolder'
import { statementCopy } from '@/features/money/statements/copy'
import { statementQueries } from '@/features/money/statements/queries'
import { useLiveStatements } from '@/features/money/statements/realtime'
import { StatementActions } from '@/features/money/statements/StatementActions'
import { isMonth, periodName, readPeriod, type Period } from '@/features/money/statements/statementPeriod'
import { SheetSkeleton, StatementSheet } from '@/features/money/statements/StatementSheet'
import { londonDay } from '@/lib/dates'
import { paths, statementsPath } from '@/lib/paths'
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
  const savingsId = useSavingsId()
  const current = useQuery({ ...accountQueries.current(userId), enabled: savingsId === undefined })
  const accounts = useQuery({ ...savingsQueries.accounts(userId), enabled: savingsId !== undefined })
  const address = useQuery(profileQueries.address(userId))
  const statement = useQuery(statementQueries.period(userId, period, savingsId))
  useLiveStatements(userId)

  return (
    <Screen title={isMonth(period, today) ? periodName(period, today) : 'Statement'} back={statementsPath(savingsId)}>
      <Loaded query={statement} what="your statement" skeleton={<SheetSkeleton />}>
        {(found) =>
          found === null ? (
            <NoStatement />
          ) : (
            <Loaded<Account | OwnAccount[]>
              query={savingsId === undefined ? current : accounts}
              what="your account"
              skeleton={<SheetSkeleton />}
            >
              {(read) => (
                <Loaded query={address} what="your address" skeleton={<SheetSkeleton />}>
                  {(stored) => {
                    const account = holderOf(read, savingsId)
                    if (account === undefined) return <NoStatement />
                    const holder = { ...account, address: addressLines(stored) }
                    return (
                      <div className="space-y-4">
                        <StatementActions statement={found} account={holder} today={today} />
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

/** The savings account that the address names. Undefined: the current account. */
const useSavingsId = () => useSearchParams()[0].get('account') ?? undefined

/** Whose account it is, from the current account, or from the list of all accounts. */
function holderOf(
  read: Account | OwnAccount[],
  savingsId: string | undefined,
): Omit<AccountHolder, 'address'> | undefined {
  const account = Array.isArray(read) ? read.find(({ id }) => id === savingsId) : read
  if (account === undefined) return undefined
  const { holderName, sortCode, accountNumber } = account
  return { holderName, sortCode, accountNumber, ...('name' in account && { savings: account.name }) }
}

function NoAddress() {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-secondary print:hidden">
      {statementCopy.noAddress}
      <Link to={paths.profile} className={`${buttonLook('quiet')} -mx-3 px-3!`}>
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
