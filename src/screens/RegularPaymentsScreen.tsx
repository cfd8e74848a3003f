import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Columns } from '@/components/Columns'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/money/accounts/queries'
import { useLiveAccount } from '@/features/money/accounts/realtime'
import { outgoingCopy } from '@/features/money/outgoing-payments/copy'
import { PaymentHistory } from '@/features/money/outgoing-payments/PaymentHistory'
import { outgoingQueries } from '@/features/money/outgoing-payments/queries'
import { RegularPayments } from '@/features/money/outgoing-payments/RegularPayments'
import { LaterPayments, UpcomingPayments } from '@/features/money/outgoing-payments/UpcomingPayments'
import { lazyPart } from '@/lib/lazyPart'
import { isFirstRead } from '@/lib/queryState'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

const NewRegularMove = lazyPart(
  async () => (await import('@/features/money/automatic-moves/NewRegularMove')).NewRegularMove,
)

export function RegularPaymentsScreen() {
  const userId = useUserId()
  const account = useQuery(accountQueries.current(userId))
  const upcoming = useQuery(outgoingQueries.upcoming(userId))
  const once = useQuery(outgoingQueries.once(userId))
  const regular = useQuery(outgoingQueries.regular(userId))
  const past = useQuery(outgoingQueries.past(userId))
  const [openRegularId, setOpenRegularId] = useState<string | null>(null)
  useLiveAccount(userId)
  // The parts appear together, because a part that arrives later would move the parts below it.
  const isLoading = [upcoming, once, regular, past].some(isFirstRead)
  const isEmpty = [upcoming, once, regular].every(({ data }) => data?.length === 0)
  const later = once.data?.filter(({ id }) => !upcoming.data?.some((payment) => payment.id === id))

  return (
    <Screen title={outgoingCopy.title} back={paths.payTransfer} width="wide">
      <Columns
        main={
          <div className="space-y-6">
            <Loaded
              query={isLoading ? { ...upcoming, data: undefined } : upcoming}
              what="your future payments"
              skeleton={<Skeleton className="h-40" />}
            >
              {(payments) =>
                isEmpty ? (
                  <EmptyState title={outgoingCopy.empty.title}>
                    <p>{outgoingCopy.empty.text}</p>
                    <div className="flex flex-wrap justify-center gap-3">
                      <Link to={paths.payTransfer} className={buttonLook('secondary')}>
                        Pay someone
                      </Link>
                      <NewRegularPayment />
                      <NewRegularMove />
                    </div>
                  </EmptyState>
                ) : (
                  <UpcomingPayments payments={payments} onRegular={setOpenRegularId} balance={account.data?.balance} />
                )
              }
            </Loaded>
            {!isLoading && upcoming.isSuccess && (
              <Loaded query={{ ...once, data: later }} what="your later payments" skeleton={null}>
                {(payments) =>
                  payments.length > 0 && <LaterPayments payments={payments} onRegular={setOpenRegularId} />
                }
              </Loaded>
            )}
          </div>
        }
        aside={
          !isLoading && (
            <>
              {!isEmpty && (
                <div className="flex flex-wrap gap-3">
                  <NewRegularPayment />
                  <NewRegularMove />
                </div>
              )}
              <Loaded query={regular} what="your regular payments" skeleton={<Skeleton className="h-40" />}>
                {(payments) =>
                  payments.length > 0 && (
                    <RegularPayments
                      payments={payments}
                      past={past.data ?? []}
                      openId={openRegularId}
                      onOpen={setOpenRegularId}
                    />
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

function NewRegularPayment() {
  return (
    <Link to={paths.payTransfer} state={{ isRegular: true }} className={buttonLook('secondary')}>
      {outgoingCopy.newRegular}
    </Link>
  )
}
