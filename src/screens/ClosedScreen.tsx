import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { useFocusFallback } from '@/components/useFocusFallback'
import { closedCopy } from '@/features/closing/closedCopy'
import { EnterCode } from '@/features/closing/EnterCode'
import type { Visit } from '@/features/closing/mutations'
import { OpenedAccount, type ShownStatement } from '@/features/closing/OpenedAccount'
import { useSavePdf } from '@/features/statements/mutations'
import { periodFileName } from '@/features/statements/statementPeriod'
import { StatementSheet } from '@/features/statements/StatementSheet'
import { cn } from '@/lib/cn'
import { londonDay } from '@/lib/dates'
import { paths } from '@/lib/paths'

/** The link in a mail about a closed account leads here, and needs no sign-in. */
export function ClosedScreen() {
  const token = useLocation().hash.slice(1)
  const [visit, setVisit] = useState<Visit | null>(null)
  const title =
    visit !== null
      ? closedCopy.heading(visit.account.holder_name)
      : token === ''
        ? closedCopy.noLink.title
        : closedCopy.title
  return (
    <main className="flex min-h-dvh flex-col">
      <Screen title={closedCopy.title} width="alone" hideHeader>
        <div className="flex flex-1 flex-col gap-4 py-6">
          <h1 tabIndex={-1} className="text-[min(1.25rem,9vw)] leading-tight font-semibold wrap-anywhere">
            {title}
          </h1>
          {visit !== null ? (
            <OpenedAccount visit={visit} OneStatement={OneStatement} />
          ) : token === '' ? (
            <>
              <p>{closedCopy.noLink.text}</p>
              <Link to={paths.auth} className={cn(buttonLook('secondary'), 'w-full')}>
                Sign in
              </Link>
            </>
          ) : (
            <EnterCode token={token} onOpen={setVisit} />
          )}
        </div>
      </Screen>
    </main>
  )
}

function OneStatement({ statement, account, onBack }: ShownStatement) {
  useFocusFallback()
  const [today] = useState(() => londonDay(new Date()))
  const save = useSavePdf(`${periodFileName(statement, today)}.pdf`)
  const holder = {
    holderName: account.holder_name,
    sortCode: account.sort_code,
    accountNumber: account.account_number,
    address: account.address,
  }
  return (
    <>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" className="grow" onClick={onBack}>
          {closedCopy.back}
        </Button>
        <Button
          className="grow"
          pending={save.isPending}
          pendingLabel={closedCopy.creating}
          onClick={() => save.mutate({ document: 'statement', statement, account: holder })}
        >
          <FileText aria-hidden className="size-5" />
          {closedCopy.pdf}
        </Button>
      </div>
      <StatementSheet statement={statement} account={holder} today={today} />
    </>
  )
}
