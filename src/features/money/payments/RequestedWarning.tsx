import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { accountQueries } from '@/features/money/accounts/queries'
import { Balance } from '@/features/money/accounts/shared'
import { DebtAdvice } from '@/features/person/support-needs/shared'
import { paymentCopy } from './copy'
import type { PaymentOrder } from './payment'
import { ReadTick } from './ReadTick'

type RequestedWarningProps = {
  userId: string
  order: PaymentOrder
  /** What the customer has asked for. */
  needs: string[]
  onAnswer: (isRead: boolean) => void
}

/** Before each payment of a customer who has asked for a warning. It must be ticked. Screen readers start at the warning. */
export function RequestedWarning({ userId, order, needs, onAnswer }: RequestedWarningProps) {
  const [isRead, setIsRead] = useState(false)
  const account = useQuery(accountQueries.current(userId)).data
  const { title, helper, left, now, go, back } = paymentCopy.requestedWarning
  const isNow = order.day === undefined || order.day === null
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      title={title}
      description={paymentCopy.summary(order.amount, order.recipient)}
    >
      <div className="space-y-4">
        {needs.includes('money_worries') && (
          <>
            {account !== undefined && account !== null && (
              <p tabIndex={-1} data-first-focus className="rounded bg-care-soft p-3 text-strong text-care">
                {isNow ? left : now} <Balance pence={isNow ? account.balance - order.amount : account.balance} />
              </p>
            )}
            <DebtAdvice />
          </>
        )}
        {needs.includes('helper') && (
          <div tabIndex={-1} data-first-focus className="rounded bg-care-soft p-3 text-small">
            <p className="text-strong text-care">{helper.title}</p>
            <p>{helper.text}</p>
          </div>
        )}
        <ReadTick isRead={isRead} onChange={setIsRead} />
        <div className="flex flex-col gap-2">
          <Button disabled={!isRead} onClick={() => onAnswer(true)}>
            {go}
          </Button>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {back}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
