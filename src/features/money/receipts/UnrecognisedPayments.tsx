import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { accountQueries } from '@/features/money/accounts/queries'
import { cardQueries } from '@/features/money/cards/queries'
import { claimPath } from '@/lib/paths'
import { addToChatDraft } from '@/lib/storage'
import { CardPaymentChoice } from './CardPaymentChoice'
import { FreezeAndContinue } from './FreezeAndContinue'
import { describePayment, type DescribedPayment, type PaidPayment } from './receipt'
import { unrecognisedCopy } from './unrecognisedCopy'

type UnrecognisedPaymentsProps = { userId: string; payment: PaidPayment; onClose: () => void }

/** Freezes the card, and leads to the claim. The chat gets all card payments that the customer did not make, described. */
export function UnrecognisedPayments({ userId, payment, onClose }: UnrecognisedPaymentsProps) {
  const navigate = useNavigate()
  const account = useQuery(accountQueries.current(userId))
  // Another device may have unfrozen the card since the last read.
  const card = useQuery({ ...cardQueries.current(userId), staleTime: 0 })
  const [ticked, setTicked] = useState<DescribedPayment[]>([payment])

  const openClaim = () => {
    addToChatDraft(userId, ticked.map((one) => describePayment(one, unrecognisedCopy.title)).join('\n'))
    void navigate(claimPath(ticked[0]?.id ?? payment.id), { state: { kind: 'unauthorised' } })
  }

  return (
    <div className="space-y-4">
      <CardPaymentChoice userId={userId} payment={payment} ticked={ticked} onTick={setTicked} />
      <Loaded query={account} what="your card" skeleton={<Skeleton className="h-24" />}>
        {({ cardLastFour }) => (
          <Loaded query={card} what="your card" skeleton={<Skeleton className="h-24" />}>
            {(current) => (
              <FreezeAndContinue
                card={current}
                isReplaced={!payment.reference?.includes(`ending ${cardLastFour}`)}
                hasTicked={ticked.length > 0}
                onContinue={openClaim}
                onClose={onClose}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  )
}
