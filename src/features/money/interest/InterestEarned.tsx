import { useQuery } from '@tanstack/react-query'
import { Percent } from 'lucide-react'
import { useState } from 'react'
import { Fact } from '@/components/Fact'
import { Loaded } from '@/components/Loaded'
import { RowButton } from '@/components/RowLink'
import { Skeleton } from '@/components/Skeleton'
import { Dialog } from '@/components/ui/Dialog'
import { londonDay } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { useUserId } from '@/lib/session'
import { InterestCertificate } from './InterestCertificate'
import { interestQueries, type Interest } from './queries'
import { nextPayday } from './taxYears'
import { interestCopy as copy } from './copy'

type InterestEarnedProps = { account: { id: string; openedAt: string; closedAt: string | null } }

/** The row with what a savings account earns, which opens what it was paid and the certificate for a tax year. */
export function InterestEarned({ account }: InterestEarnedProps) {
  const interest = useQuery(interestQueries.own(useUserId()))
  const [isOpen, setIsOpen] = useState(false)
  const note =
    account.closedAt !== null
      ? copy.certificate.title
      : interest.data === undefined
        ? copy.certificates
        : copy.aer(interest.data.aer)
  return (
    <>
      <RowButton icon={Percent} title={copy.title} note={note} onPress={() => setIsOpen(true)} />
      {isOpen && (
        <Dialog
          open
          onOpenChange={setIsOpen}
          title={copy.title}
          description={account.closedAt === null ? copy.how : copy.closed}
        >
          <Loaded query={interest} what={copy.what} skeleton={<Skeleton className="h-60" />}>
            {(shown) => (
              <>
                <Facts interest={shown} account={account} />
                <InterestCertificate openedOn={londonDay(account.openedAt)} taxYear={shown.tax_year} />
              </>
            )}
          </Loaded>
        </Dialog>
      )}
    </>
  )
}

function Facts({ interest, account: { id, closedAt } }: InterestEarnedProps & { interest: Interest }) {
  const { rate, aer, next_aer: nextAer, next_rate_from: nextFrom, accounts, not_paid_yet: notPaidYet } = interest
  const [today] = useState(() => londonDay(new Date()))
  const paid = accounts.find((account) => account.id === id)?.interest ?? 0
  return (
    <dl className="divide-y divide-line">
      {closedAt === null && (
        <>
          <Fact name={copy.rate}>{copy.rateOf(aer, rate)}</Fact>
          {nextAer !== null && nextFrom !== null && <Fact name={copy.nextName}>{copy.next(nextAer, nextFrom)}</Fact>}
        </>
      )}
      <Fact name={copy.earned}>{formatPence(paid)}</Fact>
      {closedAt === null && (
        <Fact name={copy.nextPayment}>{copy.on(formatPence(notPaidYet[id] ?? 0), nextPayday(today))}</Fact>
      )}
    </dl>
  )
}
