import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Columns } from '@/components/Columns'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/accounts/queries'
import { useLiveAccount } from '@/features/accounts/realtime'
import { outgoingCopy } from '@/features/outgoing-payments/copy'
import { PaymentHistory } from '@/features/outgoing-payments/PaymentHistory'
import { outgoingQueries } from '@/features/outgoing-payments/queries'
import { RegularPayments } from '@/features/outgoing-payments/RegularPayments'
import { UpcomingPayments } from '@/features/outgoing-payments/UpcomingPayments'
import { londonDay } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

const shownDays = 30

export function RegularPaymentsScreen() {
  const userId = useUserId()
  const account = useQuery(accountQueries.current(userId))
  const upcoming = useQuery(outgoingQueries.upcoming(userId))
  const regular = useQuery(outgoingQueries.regular(userId))
  const past = useQuery(outgoingQueries.past(userId))
  useLiveAccount(userId)
  // The parts appear together, because a part that arrives later would move the parts below it.
  const isLoading = [upcoming, regular, past].some(
    ({ isPending, failureCount, fetchStatus }) => isPending && failureCount === 0 && fetchStatus === 'fetching',
  )
  const [lastDay] = useState(() => londonDay(new Date(Date.now() + shownDays * 86_400_000)))

  return (
    <Screen title={outgoingCopy.title} back={paths.payTransfer} width="wide">
      <Columns
        main={
          <Loaded
            query={isLoading ? { ...upcoming, data: undefined } : upcoming}
            what="your future payments"
            skeleton={<Skeleton className="h-40" />}
          >
            {(payments) =>
              payments.length === 0 && regular.data?.length === 0 ? (
                <EmptyState title={outgoingCopy.empty.title}>
                  <p>{outgoingCopy.empty.text}</p>
                  <Link to={paths.payTransfer} className={buttonLook('secondary')}>
                    Pay someone
                  </Link>
                </EmptyState>
              ) : (
                <UpcomingPayments
                  payments={payments.filter(({ day }) => day <= lastDay)}
                  balance={account.data?.balance}
                />
              )
            }
          </Loaded>
        }
        aside={
          !isLoading && (
            <>
              <Loaded query={regular} what="your regular payments" skeleton={<Skeleton className="h-40" />}>
                {(payments) =>
                  payments.length > 0 && (
                    <RegularPayments payments={payments} upcoming={upcoming.data ?? []} past={past.data ?? []} />
                  )
                }
              </Loaded>
              <Loaded query={past} what="your past payments" skeleton={<Skeleton className="h-40" />}>
                {(payments) => payments.length > 0 && <PaymentHistory payments={payments} isNamed />}
              </Loaded>
            </>
          )
        }
      />
    </Screen>
  )
}
