import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/money/accounts/queries'
import { CardActions } from '@/features/money/cards/CardActions'
import { CardFace } from '@/features/money/cards/CardFace'
import { CardRenewal } from '@/features/money/cards/CardRenewal'
import { CardTransactions } from '@/features/money/cards/CardTransactions'
import { cardQueries } from '@/features/money/cards/queries'
import { useLiveCard } from '@/features/money/cards/realtime'
import { freezeCopy } from '@/features/person/freeze/copy'
import { profileQueries } from '@/features/person/profile/queries'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { isFirstRead } from '@/lib/queryState'
import { useUserId } from '@/lib/session'

/** The card, and on desktops what the customer does with it beside it. */
const beside = 'space-y-6 lg:grid lg:grid-cols-[24rem_minmax(0,1fr)] lg:gap-8 lg:space-y-0'

export function CardsScreen() {
  const userId = useUserId()
  useLiveCard(userId)
  const account = useQuery(accountQueries.current(userId))
  // The first read of the account opens it, with its card.
  const isOpen = account.data !== undefined
  const card = useQuery({ ...cardQueries.current(userId), enabled: isOpen })
  const payments = useQuery({ ...cardQueries.payments(userId), enabled: isOpen })
  const profile = useQuery(profileQueries.own(userId)).data
  const isFrozen = profile?.isFrozen === true
  const isWaiting = isFirstRead(account) || isFirstRead(card)
  return (
    <Screen title="Cards" back={paths.home} isTab width="wide">
      <div
        // New elements, so that a card that waits for its activation moves none on a phone.
        key={isWaiting ? 'waiting' : 'read'}
        className="space-y-6 lg:space-y-8"
      >
        {/* The proportions of a card. */}
        <div data-toasts="top" className="mx-auto max-w-md space-y-6 lg:mx-0 lg:max-w-none">
          <Loaded query={account} what="your card" skeleton={<CardSkeleton />}>
            {({ holderName, cardLastFour }) => (
              <Loaded query={card} what="your card" skeleton={<CardSkeleton />}>
                {(current) => (
                  <>
                    {current.renewal && !isFrozen && <CardRenewal card={current} renewal={current.renewal} />}
                    <div className={beside}>
                      <CardFace
                        holderName={holderName}
                        lastFour={cardLastFour}
                        card={current}
                        isAccountFrozen={isFrozen}
                      />
                      <div className="space-y-6">
                        {isFrozen ? <p>{freezeCopy.card}</p> : <CardActions card={current} />}
                        {(isFrozen || profile?.turnedOff.includes('freezing') === false) && (
                          <Link
                            to={`${paths.settings}#freeze`}
                            className={
                              isFrozen
                                ? cn(buttonLook('secondary'), 'w-full')
                                : 'mx-auto flex min-h-11 w-fit items-center text-secondary underline'
                            }
                          >
                            {isFrozen ? freezeCopy.undo : freezeCopy.title}
                          </Link>
                        )}
                      </div>
                    </div>
                  </>
                )}
              </Loaded>
            )}
          </Loaded>
        </div>
        {isWaiting ? (
          <Skeleton className="h-52" />
        ) : (
          <Loaded query={payments} what="your card transactions" skeleton={<Skeleton className="h-52" />}>
            {(rows) => <CardTransactions payments={rows} />}
          </Loaded>
        )}
      </div>
    </Screen>
  )
}

function CardSkeleton() {
  return (
    <div className={beside}>
      <div>
        <Skeleton className="h-52 rounded-lg" />
        <Skeleton className="mt-3 h-12" />
      </div>
      <div className="@container">
        <Skeleton className="h-28 @max-[20.4rem]:h-48 lg:h-48" />
      </div>
    </div>
  )
}
