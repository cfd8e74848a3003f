import type { ReactNode } from 'react'
import { brand } from '@/brand'
import { Money } from '@/components/Money'
import { Skeleton } from '@/components/Skeleton'
import { SpokenDigits } from '@/components/SpokenDigits'
import { ownerLine, statementTitle, type AccountHolder } from './accountHolder'
import { statementCopy } from './copy'
import { hasReturns, type Statement } from './statement'
import { StatementEntries } from './StatementEntries'
import { daysOf, periodName } from './statementPeriod'

type StatementSheetProps = {
  statement: Statement
  account: AccountHolder
  /** 'YYYY-MM-DD' in London. */
  today: string
}

/** A statement in its printable form. */
export function StatementSheet({ statement, account, today }: StatementSheetProps) {
  return (
    <article
      aria-label={`Statement for ${periodName(statement, today)}`}
      className="rounded bg-card p-4 shadow-card print:rounded-none print:p-0 print:shadow-none"
    >
      <header className="border-b border-line pb-3">
        <div className="flex items-center gap-2">
          <img src="/icon.svg" alt="" className="size-7 shrink-0" />
          <p className="min-w-0 text-strong wrap-anywhere">{brand.name}</p>
        </div>
        <h2 className="mt-3 text-title wrap-anywhere">{statementTitle(account)}</h2>
        <p className="text-secondary">{daysOf(statement)}</p>
        <dl className="mt-3 space-y-1 text-small">
          <Fact name="Account holder">{account.holderName}</Fact>
          {account.address.length > 0 && <Fact name="Address">{account.address.join(', ')}</Fact>}
          {account.savings !== undefined && <Fact name="Account">{account.savings}</Fact>}
          <Fact name="Sort code">
            <SpokenDigits>{account.sortCode}</SpokenDigits>
          </Fact>
          <Fact name="Account number">
            <SpokenDigits>{account.accountNumber}</SpokenDigits>
          </Fact>
        </dl>
      </header>
      {/* Four in a row, or two, never three and one; on a narrow sheet a line for each. */}
      <div className="@container py-4">
        <dl className="grid gap-x-4 gap-y-3 @min-[17rem]:grid-cols-2 @min-[36rem]:grid-cols-4">
          <Sum name="Opening balance" pence={statement.openingBalance} />
          <Sum name="Money in" pence={statement.moneyIn} />
          <Sum name="Money out" pence={statement.moneyOut} />
          <Sum name="Closing balance" pence={statement.closingBalance} />
        </dl>
        {hasReturns(statement) && <p className="pt-3 text-secondary">{statementCopy.returns}</p>}
      </div>
      {statement.entries.length === 0 ? (
        <p className="border-t border-line pt-3 text-secondary">{statementCopy.quiet}</p>
      ) : (
        <StatementEntries statement={statement} owner={ownerLine(account)} />
      )}
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="w-32 text-secondary">{name}</dt>
      <dd className="text-name wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}

function Sum({ name, pence }: { name: string; pence: number }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between @min-[17rem]:block">
      <dt className="text-secondary">{name}</dt>
      <dd>
        <Money pence={pence} className="text-amount" />
      </dd>
    </div>
  )
}

export function SheetSkeleton() {
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
