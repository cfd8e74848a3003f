import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { savingsQueries } from '@/features/money/savings/queries'
import { AccountChoice } from '@/features/money/savings/AccountChoice'
import type { AccountHolder } from '@/features/money/statements/accountHolder'
import { statementCopy } from '@/features/money/statements/copy'
import { statementQueries } from '@/features/money/statements/queries'
import { StatementActions } from '@/features/money/statements/StatementActions'
import { StatementList, StatementListSkeleton } from '@/features/money/statements/StatementList'
import { readPeriod, type Period } from '@/features/money/statements/statementPeriod'
import { SheetSkeleton, StatementSheet } from '@/features/money/statements/StatementSheet'
import { isFirstRead } from '@/lib/queryState'

/** `savingsId`: the savings account whose statements are shown; undefined: the current account. */
type AccountProps = { userId: string; savingsId: string | undefined; today: string }
type ListProps = AccountProps & {
  hashOf: (month: string) => string
  onChoose: (savingsId: string | undefined) => void
}

/** The statements of a suspended customer. */
export function SuspendedStatements({ userId, savingsId, today, hashOf, onChoose }: ListProps) {
  const own = useQuery(savingsQueries.accounts(userId))
  const months = useQuery(statementQueries.months(userId, savingsId))
  // Who has more accounts chooses one above the list, which would move it.
  if (isFirstRead(own)) return <StatementListSkeleton />
  return (
    <>
      <AccountChoice accounts={own.data ?? []} savingsId={savingsId} onChoose={onChoose} />
      <Loaded query={months} what="your statements" skeleton={<StatementListSkeleton />}>
        {(list) => (
          <StatementList months={list} runningMonth={today.slice(0, 7)} pathTo={hashOf} onPress={() => undefined} />
        )}
      </Loaded>
    </>
  )
}

/** `account`: the current account. */
type StatementProps = AccountProps & { account: AccountHolder; period: string }

/** One of them, by the month in the address. */
export function SuspendedStatement({ period: text, ...rest }: StatementProps) {
  const period = readPeriod(text, rest.today)
  return period === null ? <NoStatement /> : <OfPeriod period={period} {...rest} />
}

type OfPeriodProps = Omit<StatementProps, 'period'> & { period: Period }

function OfPeriod({ savingsId, account, ...rest }: OfPeriodProps) {
  const own = useQuery({ ...savingsQueries.accounts(rest.userId), enabled: savingsId !== undefined })
  if (savingsId === undefined) return <Sheet savingsId={savingsId} account={account} {...rest} />
  return (
    <Loaded query={own} what="your account" skeleton={<SheetSkeleton />}>
      {(accounts) => {
        const savings = accounts.find(({ id }) => id === savingsId)
        if (savings === undefined) return <NoStatement />
        const { name, sortCode, accountNumber } = savings
        return (
          <Sheet savingsId={savingsId} account={{ ...account, sortCode, accountNumber, savings: name }} {...rest} />
        )
      }}
    </Loaded>
  )
}

/** `account`: the one that the statement is of. */
function Sheet({ userId, savingsId, account, today, period }: OfPeriodProps) {
  const statement = useQuery(statementQueries.period(userId, period, savingsId))
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
