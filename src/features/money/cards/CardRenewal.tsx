import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { formatDay } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { cardCopy } from './copy'
import { useActivateCard } from './mutations'
import type { Card } from './queries'

type CardRenewalProps = { card: Card; renewal: NonNullable<Card['renewal']> }

/** The new card that waits for its activation. */
export function CardRenewal({ card, renewal }: CardRenewalProps) {
  const [isAsking, setIsAsking] = useState(false)
  const activate = useActivateCard(renewal.id)
  return (
    <section aria-labelledby="card-renewal" className="rounded border border-line bg-card p-4 shadow-card">
      <h2 id="card-renewal" className="font-semibold">
        {cardCopy.renewal(renewal.lastFour)}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {card.isExpired ? cardCopy.activateNow : cardCopy.activateBy(formatDay(card.expiresOn))}
      </p>
      <Button className="mt-3 w-full" onClick={() => setIsAsking(true)}>
        {cardCopy.activate}
      </Button>
      {isAsking && (
        <ConfirmDialog
          {...cardCopy.confirmActivate}
          variant="primary"
          pending={activate.isPending}
          problem={activate.error && { title: cardCopy.activateFailed, text: messageOf(activate.error) }}
          onConfirm={() => activate.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  )
}
