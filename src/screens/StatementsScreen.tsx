import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, FileCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { Dialog } from '@/components/ui/Dialog'
import { accountQueries } from '@/features/money/accounts/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { addressLines } from '@/features/person/profile/shared'
import { savingsQueries } from '@/features/money/savings/queries'
import { AccountChoice } from '@/features/money/savings/AccountChoice'
import { useSavePdf } from '@/features/money/statements/mutations'
import { statementQueries } from '@/features/money/statements/queries'
import { useLiveStatements } from '@/features/money/statements/realtime'
import { StatementList, StatementListSkeleton } from '@/features/money/statements/StatementList'
import { periodInUrl, readPeriod } from '@/features/money/statements/statementPeriod'
import { londonDay } from '@/lib/dates'
import { lazyPart } from '@/lib/lazyPart'
import { paths, savingsPath, statementPath, statementsPath } from '@/lib/paths'
import { isFirstRead } from '@/lib/queryState'
import { useUserId } from '@/lib/session'

const PeriodDialog = lazyPart(async () => (await import('@/features/money/statements/PeriodDialog')).PeriodDialog)

export function StatementsScreen() {
  const userId = useUserId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const savingsId = useSearchParams()[0].get('account') ?? undefined
  const own = useQuery(savingsQueries.accounts(userId))
  const months = useQuery(statementQueries.months(userId, savingsId))
  useLiveStatements(userId)
  const [today] = useState(() => londonDay(new Date()))
  const [isChoosing, setIsChoosing] = useState(false)
  const handlePress = (month: string) => {
    const period = readPeriod(month, today)
    if (period !== null) void client.prefetchQuery(statementQueries.period(userId, period, savingsId))
  }
  return (
    <Screen title="Statements" back={savingsId === undefined ? paths.transactions : savingsPath(savingsId)}>
      <p className="pb-4 text-secondary">One statement for each month, or for any days, to read, print or download.</p>
      {/* Who has more accounts chooses one above the list, which would move it. */}
      {isFirstRead(own) ? (
        <StatementListSkeleton />
      ) : (
        <>
          <AccountChoice
            accounts={own.data ?? []}
            savingsId={savingsId}
            onChoose={(id) => void navigate(statementsPath(id), { replace: true })}
          />
          <div className="flex flex-wrap gap-3 pb-4">
            <Button variant="secondary" className="grow" onClick={() => setIsChoosing(true)}>
              <CalendarDays aria-hidden className="size-5" />
              Choose dates
            </Button>
            {savingsId === undefined && <ProofButton userId={userId} openedIn={months.data?.at(-1)?.month} />}
          </div>
          <Loaded query={months} what="your statements" skeleton={<StatementListSkeleton />}>
            {(list) => (
              <StatementList
                months={list}
                runningMonth={today.slice(0, 7)}
                pathTo={(month) => statementPath(month, savingsId)}
                onPress={handlePress}
              />
            )}
          </Loaded>
        </>
      )}
      {isChoosing && (
        <PeriodDialog
          today={today}
          onChoose={(period) => void navigate(statementPath(periodInUrl(period), savingsId))}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Screen>
  )
}

/** Downloads the 'Proof of account' letter. `openedIn` is the first month of the account ('YYYY-MM'). */
function ProofButton({ userId, openedIn }: { userId: string; openedIn: string | undefined }) {
  const { data: account } = useQuery(accountQueries.current(userId))
  const { data: address } = useQuery(profileQueries.address(userId))
  const save = useSavePdf('proof-of-account.pdf')
  const [isAsking, setIsAsking] = useState(false)
  const download = () => {
    if (account === undefined || address === undefined || openedIn === undefined) return
    const holder = { ...account, address: addressLines(address) }
    save.mutate({ document: 'proof of account', account: holder, openedIn })
  }
  return (
    <>
      <Button
        variant="secondary"
        className="grow"
        disabled={account === undefined || address === undefined || openedIn === undefined}
        pending={save.isPending}
        pendingLabel="Creating..."
        // Who asks for the letter often wants the address.
        onClick={() => (address === null ? setIsAsking(true) : download())}
      >
        <FileCheck aria-hidden className="size-5" />
        Proof of account
      </Button>
      {isAsking && (
        <Dialog
          open
          onOpenChange={setIsAsking}
          title="Add your address?"
          description="We don't have your postal address, so the letter would show none."
        >
          <div className="flex flex-col gap-3">
            <Link to={paths.profile} className={buttonLook('primary')}>
              Add my address
            </Link>
            <Button
              variant="secondary"
              onClick={() => {
                setIsAsking(false)
                download()
              }}
            >
              Download without it
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
