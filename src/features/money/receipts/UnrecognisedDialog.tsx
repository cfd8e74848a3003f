import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Dialog } from '@/components/ui/Dialog'
import { accountQueries } from '@/features/money/accounts/queries'
import { cardQueries } from '@/features/money/cards/queries'
import { paths } from '@/lib/paths'
import { addToChatDraft } from '@/lib/storage'
import { CardPaymentChoice } from './CardPaymentChoice'
import { ClaimLink } from './ClaimLink'
import { FreezeAndContinue } from './FreezeAndContinue'
import { describePayment, type DescribedPayment, type PaidPayment } from './receipt'
import { unrecognisedCopy } from './unrecognisedCopy'

type UnrecognisedDialogProps = { userId: string; payment: PaidPayment; onClose: () => void }

/** Freezes the card, and opens the chat with the card payments that the customer did not make. */
export function UnrecognisedDialog({ userId, payment, onClose }: UnrecognisedDialogProps) {
  const navigate = useNavigate()
  const account = useQuery(accountQueries.current(userId))
  // Another device may have unfrozen the card since the last read.
  const card = useQuery({ ...cardQueries.current(userId), staleTime: 0 })
  const [ticked, setTicked] = useState<DescribedPayment[]>([payment])

  const openChat = () => {
    addToChatDraft(userId, ticked.map((one) => describePayment(one, unrecognisedCopy.title)).join('\n'))
    void navigate(paths.chat)
  }

  return (
    <Dialog open onOpenChange={onClose} title={unrecognisedCopy.title} description={unrecognisedCopy.text}>
      <div className="space-y-4">
        <CardPaymentChoice userId={userId} payment={payment} ticked={ticked} onTick={setTicked} />
        <Loaded query={account} what="your card" skeleton={<Skeleton className="h-24" />}>
          {({ cardLastFour }) => (
            <Loaded query={card} what="your card" skeleton={<Skeleton className="h-24" />}>
              {(current) => (
                <FreezeAndContinue
                  card={current}
                  isReplaced={!payment.reference?.endsWith(cardLastFour)}
                  hasTicked={ticked.length > 0}
                  onContinue={openChat}
                  onClose={onClose}
                />
              )}
            </Loaded>
          )}
        </Loaded>
        <ClaimLink transactionId={payment.id} />
      </div>
    </Dialog>
  )
}
