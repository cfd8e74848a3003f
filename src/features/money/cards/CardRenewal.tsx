import { AskButton } from '@/components/AskButton'
import { formatDay } from '@/lib/dates'
import { cardCopy } from './copy'
import { useActivateCard } from './mutations'
import type { Card } from './queries'

type CardRenewalProps = { card: Card; renewal: NonNullable<Card['renewal']> }

/** The new card that waits for its activation. */
export function CardRenewal({ card, renewal }: CardRenewalProps) {
  const activate = useActivateCard(renewal.id)
  return (
    <section aria-labelledby="card-renewal" className="rounded border border-line bg-card p-4 shadow-card">
      <h2 id="card-renewal" className="text-section">
        {cardCopy.renewal(renewal.lastFour)}
      </h2>
      <p className="mt-1 text-secondary">
        {card.isExpired ? cardCopy.activateNow : cardCopy.activateBy(formatDay(card.expiresOn))}
      </p>
      <AskButton
        label={cardCopy.activate}
        className="mt-3 w-full"
        change={activate}
        question={{ ...cardCopy.confirmActivate, variant: 'primary', args: undefined }}
        failure={(text) => ({ title: cardCopy.activateFailed, text })}
      />
    </section>
  )
}
