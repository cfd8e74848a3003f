import { brand } from '@/brand'
import { Money } from '@/components/Money'
import type { Account } from '@/features/accounts/queries'
import { formatDay, longMonthName } from '@/lib/dates'
import { statementCopy } from './copy'
import { sumUp, type Statement } from './statement'
import { StatementEntries } from './StatementEntries'
import { statementPeriod } from './statementMonth'

type StatementSheetProps = {
  statement: Statement
  account: Pick<Account, 'holderName' | 'sortCode' | 'accountNumber'>
  /** 'YYYY-MM-DD' in London. */
  today: string
}

/** A statement in its printable form. */
export function StatementSheet({ statement, account, today }: StatementSheetProps) {
  const { first, last } = statementPeriod(statement.month, today)
  const { moneyIn, moneyOut } = sumUp(statement.entries)
  return (
    <article
      aria-label={`Statement for ${longMonthName(statement.month)}`}
      className="rounded bg-card p-4 shadow-card print:rounded-none print:p-0 print:shadow-none"
    >
      <header className="border-b border-line pb-3">
        <div className="flex items-center gap-2">
          <img src="/icon.svg" alt="" className="size-7 shrink-0" />
          <p className="min-w-0 font-semibold wrap-anywhere">{brand.name}</p>
        </div>
        <h2 className="mt-3 text-lg font-semibold wrap-anywhere">Current account statement</h2>
        <p className="text-muted">
          {formatDay(first)} to {formatDay(last)}
        </p>
        <dl className="mt-3 space-y-1 text-sm">
          <Fact name="Account holder" value={account.holderName} />
          <Fact name="Sort code" value={account.sortCode} />
          <Fact name="Account number" value={account.accountNumber} />
        </dl>
      </header>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-3 py-4">
        <Sum name="Opening balance" pence={statement.openingBalance} />
        <Sum name="Money in" pence={moneyIn} />
        <Sum name="Money out" pence={moneyOut} />
        <Sum name="Closing balance" pence={statement.closingBalance} />
      </dl>
      {statement.entries.length === 0 ? (
        <p className="border-t border-line pt-3 text-muted">{statementCopy.quiet}</p>
      ) : (
        <StatementEntries statement={statement} first={first} last={last} />
      )}
    </article>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="w-32 text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere tabular-nums">{value}</dd>
    </div>
  )
}

function Sum({ name, pence }: { name: string; pence: number }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <Money pence={pence} className="font-semibold wrap-anywhere" />
      </dd>
    </div>
  )
}
