import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { accountQueries } from '@/features/accounts/queries'
import { CardActions } from '@/features/cards/CardActions'
import { CardFace } from '@/features/cards/CardFace'
import { CardTransactions } from '@/features/cards/CardTransactions'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function CardsScreen() {
  const userId = useUserId()
  const account = useQuery(accountQueries.current(userId))
  return (
    <Screen title="Cards" back={paths.home}>
      <div className="space-y-6">
        <Loaded query={account} what="your card" skeleton={<CardSkeleton />}>
          {({ holderName, cardLastFour }) => <CardFace holderName={holderName} lastFour={cardLastFour} />}
        </Loaded>
        <CardActions />
        <CardTransactions />
      </div>
    </Screen>
  )
}

function CardSkeleton() {
  return (
    <>
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="mt-3 h-12" />
    </>
  )
}
