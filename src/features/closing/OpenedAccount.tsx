import { FileText } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import type { Statement } from '@/features/statements/queries'
import { useSavePdf } from '@/features/statements/shared'
import { formatDate, formatDay, longMonthName } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import type { ClosedAccount } from './closedAccount'
import { closedCopy as copy } from './closedCopy'
import { Forwarding } from './Forwarding'
import { useClosedStatement, type Visit } from './mutations'
import { WaitingMoney } from './WaitingMoney'

export type ShownStatement = { statement: Statement; account: ClosedAccount; onBack: () => void }

type OpenedAccountProps = { visit: Visit; OneStatement: ComponentType<ShownStatement> }

/** What is kept of a closed account: its statements, the letters, the money that waits, and where what comes in goes. */
export function OpenedAccount({ visit: { key, account: opened }, OneStatement }: OpenedAccountProps) {
  const [account, setAccount] = useState(opened)
  const statement = useClosedStatement(key)
  const shown = statement.data
  return (
    <>
      {shown !== undefined && <OneStatement statement={shown} account={account} onBack={statement.reset} />}
      {/* Hidden beside a statement and not gone, so that what was typed stays. */}
      <div className={shown === undefined ? 'contents' : 'hidden'}>
        <p className="text-muted">
          {copy.closedOn(formatDate(account.closed_at))} {copy.keptUntil(formatDay(account.kept_until))}
        </p>
        <WaitingMoney visitKey={key} account={account} onChange={setAccount} />
        <Forwarding visitKey={key} account={account} onChange={setAccount} />
        {shown === undefined && <Months months={account.months} statement={statement} />}
        {account.letters.length > 0 && (
          <TitledCard title={copy.letters}>
            <ul className="space-y-3">
              {account.letters.map((letter) => (
                <li key={letter.id}>
                  <Letter {...letter} />
                </li>
              ))}
            </ul>
          </TitledCard>
        )}
      </div>
    </>
  )
}

type MonthsProps = Pick<ClosedAccount, 'months'> & { statement: ReturnType<typeof useClosedStatement> }

function Months({ months, statement }: MonthsProps) {
  useFocusFallback()
  return (
    <>
      <FormProblem
        words={statement.isError ? { title: copy.failedStatement, text: messageOf(statement.error) } : null}
      />
      <TitledCard title={copy.months}>
        <ul className="divide-y divide-line">
          {months.map(({ month, transaction_count: count }) => (
            <li key={month}>
              <Button
                variant="quiet"
                className="w-full justify-start! px-0! text-left"
                pending={statement.isPending && statement.variables === month.slice(0, 7)}
                pendingLabel={copy.loading}
                onClick={() => statement.mutate(month.slice(0, 7))}
              >
                <span>
                  {longMonthName(month.slice(0, 7))}{' '}
                  <span className="font-normal text-muted">{count === 1 ? '1 entry' : `${count} entries`}</span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      </TitledCard>
    </>
  )
}

function Letter({ id, decided_at: at, letter }: ClosedAccount['letters'][number]) {
  const save = useSavePdf(`letter-${id}.pdf`)
  return (
    <>
      <p>
        {letter.title}, {formatDate(at)}
      </p>
      <Button
        variant="secondary"
        aria-label={`${copy.letter}: ${letter.title}`}
        pending={save.isPending}
        pendingLabel={copy.creating}
        onClick={() => save.mutate({ document: 'letter', letter })}
      >
        <FileText aria-hidden className="size-5" />
        {copy.letter}
      </Button>
    </>
  )
}
