import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Money } from '@/components/Money'
import { ShortText } from '@/components/ShortText'
import { Skeleton } from '@/components/Skeleton'
import { cardQueries } from '@/features/money/cards/queries'
import { cardPaymentState } from '@/features/money/cards/shared'
import { formatDenseDateTime } from '@/lib/dates'
import type { DescribedPayment } from './receipt'
import { unrecognisedCopy } from './unrecognisedCopy'

/** With the payment that the customer opened. */
const shownPayments = 5

type CardPaymentChoiceProps = {
  userId: string
  payment: DescribedPayment
  ticked: DescribedPayment[]
  onTick: (ticked: DescribedPayment[]) => void
}

/** The payment that the customer opened and the latest other card payments, to tick. */
export function CardPaymentChoice({ userId, payment, ticked, onTick }: CardPaymentChoiceProps) {
  const payments = useQuery(cardQueries.payments(userId))

  const row = (shown: DescribedPayment) => (
    <PaymentTick
      key={shown.id}
      payment={shown}
      state={cardPaymentState(payments.data?.find(({ id }) => id === shown.id)?.status ?? 'cleared')}
      isTicked={ticked.some(({ id }) => id === shown.id)}
      onChange={(isTicked) => onTick([...ticked.filter(({ id }) => id !== shown.id), ...(isTicked ? [shown] : [])])}
    />
  )

  return (
    <fieldset>
      <legend className="text-section">{unrecognisedCopy.payments}</legend>
      <div className="divide-y divide-line">
        {row(payment)}
        <Loaded query={payments} what="your other card payments" skeleton={<Skeleton className="h-28" />}>
          {(rows) => {
            const others = rows.filter(({ id }) => id !== payment.id).slice(0, shownPayments - 1)
            if (others.length === 0) return <p className="py-3 text-secondary">{unrecognisedCopy.noOthers}</p>
            return others.map(({ id, merchant, amount, createdAt }) =>
              row({ id, recipient: merchant, amount, paidAt: createdAt }),
            )
          }}
        </Loaded>
      </div>
    </fieldset>
  )
}

type PaymentTickProps = {
  payment: DescribedPayment
  state: string | null
  isTicked: boolean
  onChange: (isTicked: boolean) => void
}

function PaymentTick({ payment: { recipient, amount, paidAt }, state, isTicked, onChange }: PaymentTickProps) {
  return (
    <label className="flex min-h-14 items-center gap-3 py-2">
      <input
        type="checkbox"
        checked={isTicked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-brand"
      />
      <span className="min-w-0 flex-1">
        <ShortText className="text-name">{recipient}</ShortText>
        <span className="block text-secondary">
          {state !== null && <span className="text-strong text-care">{state} · </span>}
          {formatDenseDateTime(paidAt)}
        </span>
      </span>
      <Money pence={amount} className="text-amount" />
    </label>
  )
}
