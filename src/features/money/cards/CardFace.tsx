import { Eye, EyeOff, Nfc, Snowflake } from 'lucide-react'
import { brand } from '@/brand'
import { CopyableNumber } from '@/components/CopyableNumber'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { cardCopy } from './copy'
import { useReadCardSecret } from './mutations'
import type { Card } from './queries'
import { useHideAfter } from './useHideAfter'

type CardFaceProps = { holderName: string; lastFour: string; card: Card; isAccountFrozen: boolean }

/** The customer's debit card. The number is hidden until they show it. */
export function CardFace({ holderName, lastFour, card, isAccountFrozen }: CardFaceProps) {
  const { number, reveal, hide, isPending, error } = useCardNumber()
  const isShown = number !== null
  const Icon = isShown ? EyeOff : Eye

  return (
    <section aria-label="Debit card">
      <div className="flex min-h-52 flex-col rounded-lg bg-linear-to-br from-hero to-hero-end p-5 text-on-hero shadow-card">
        <div className="flex items-center justify-between gap-3">
          <p className="text-title">{brand.name}</p>
          <Nfc aria-hidden className="size-6 text-on-hero-muted" />
        </div>
        <div className="mt-1 flex min-h-8 items-center justify-between gap-3 text-small text-on-hero-muted">
          <p>Debit</p>
          <p aria-live="polite" className="text-strong text-on-hero">
            <CardState card={card} isAccountFrozen={isAccountFrozen} />
          </p>
        </div>
        <p
          aria-live="polite"
          className="mt-auto pt-6 text-[min(1.375rem,5.6vw)] text-name whitespace-nowrap tabular-nums"
        >
          {isShown ? (
            <CopyableNumber
              label={cardCopy.number}
              value={number}
              shown={inGroups(number)}
              tone="hero"
              // The line stays as high as without the button, which fits beside the number at 320 px.
              className="-my-2 -mr-3"
            />
          ) : (
            <>
              <span aria-hidden>•••• •••• •••• </span>
              <span className="sr-only">Card number ending in </span>
              {lastFour}
            </>
          )}
        </p>
        <dl className="mt-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <dt className="sr-only">Cardholder</dt>
            <dd className="text-small wrap-anywhere">{holderName.toUpperCase()}</dd>
          </div>
          <div className="flex items-baseline gap-2 text-small">
            <dt className="text-caption text-on-hero-muted">valid thru</dt>
            <dd className="tabular-nums">{monthAndYear(card.expiresOn)}</dd>
          </div>
        </dl>
      </div>
      {!isAccountFrozen && (
        <Button
          variant="secondary"
          className="mt-3 w-full"
          pending={isPending}
          pendingLabel="Loading..."
          onClick={() => (isShown ? hide() : reveal())}
        >
          <Icon aria-hidden className="size-5" />
          {isShown ? cardCopy.hide : cardCopy.show}
        </Button>
      )}
      {isShown && <p className="mt-2 text-center text-secondary">{cardCopy.shown}</p>}
      {error !== null && (
        <p role="alert" className="mt-2 text-center text-label text-danger">
          {cardCopy.notRevealed} {messageOf(error)}
        </p>
      )}
    </section>
  )
}

/** Why the card does not pay, or nothing. */
function CardState({ card, isAccountFrozen }: { card: Card; isAccountFrozen: boolean }) {
  if (card.isFrozen || isAccountFrozen)
    return (
      <span className="inline-flex items-center gap-1.5 rounded-full bg-on-hero/20 px-3 py-1">
        <Snowflake aria-hidden className="size-4" />
        {isAccountFrozen ? cardCopy.accountFrozen : cardCopy.frozen}
      </span>
    )
  if (card.isExpired) return <span className="rounded-full bg-on-hero/20 px-3 py-1">{cardCopy.expired}</span>
  return null
}

/** '2026-12-31' → '12/26'. */
function monthAndYear(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(2, 4)}`
}

/** '4659123412341234' → '4659 1234 1234 1234'. */
function inGroups(number: string): string {
  return number.match(/.{1,4}/g)?.join(' ') ?? number
}

const shownForMs = 30_000

/** The full card number, revealed for 30 seconds and only while the page is visible. */
function useCardNumber() {
  const { data: number, mutate, reset: hide, isPending, error } = useReadCardSecret('card_number')
  useHideAfter(shownForMs, number !== undefined, hide)
  return { number: number ?? null, reveal: () => mutate(undefined), hide, isPending, error }
}
