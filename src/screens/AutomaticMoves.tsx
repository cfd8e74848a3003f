import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { TitledCard } from '@/components/TitledCard'
import { automaticCopy } from '@/features/money/automatic-moves/copy'
import { NewRegularMove } from '@/features/money/automatic-moves/NewRegularMove'
import { RoundUps } from '@/features/money/automatic-moves/RoundUps'
import { outgoingQueries } from '@/features/money/outgoing-payments/queries'
import { RegularPaymentList } from '@/features/money/outgoing-payments/RegularPayments'
import type { OwnAccount } from '@/features/money/savings/queries'
import { isFirstRead } from '@/lib/queryState'
import { useUserId } from '@/lib/session'

type AutomaticMovesProps = {
  account: OwnAccount
  /** The customer's open accounts, the current account first. */
  accounts: OwnAccount[]
  /** Called once they are shown: what is below them has its place. */
  onShown: () => void
}

/** What the bank moves from and to a savings account by itself: regular moves and round-ups. */
export function AutomaticMoves({ account, accounts, onShown }: AutomaticMovesProps) {
  const userId = useUserId()
  const regular = useQuery(outgoingQueries.regular(userId))
  const { data: past = [] } = useQuery(outgoingQueries.past(userId))
  const [openId, setOpenId] = useState<string | null>(null)
  const nameOf = (id: string) => accounts.find((own) => own.id === id)?.name ?? ''
  const isReading = isFirstRead(regular)
  useEffect(() => {
    if (!isReading) onShown()
  }, [isReading, onShown])
  if (isReading) return <Skeleton className="h-60" />
  return (
    <TitledCard title={automaticCopy.title}>
      <div className="space-y-3">
        <Loaded query={regular} what="your regular moves" skeleton={<Skeleton className="h-6" />}>
          {(all) => {
            const own = all.filter(({ fromAccountId, otherAccountId }) =>
              [fromAccountId, otherAccountId].includes(account.id),
            )
            return own.length === 0 ? (
              <p className="text-secondary">{automaticCopy.regular.none}</p>
            ) : (
              <RegularPaymentList
                payments={own}
                past={past}
                openId={openId}
                onOpen={setOpenId}
                at={{ accountId: account.id, nameOf }}
              />
            )
          }}
        </Loaded>
        <NewRegularMove to={account.id} />
        <RoundUps account={account} accounts={accounts} />
      </div>
    </TitledCard>
  )
}
