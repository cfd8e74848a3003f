import type { ReactNode } from 'react'
import { EmptyState } from '@/components/EmptyState'
import { Money } from '@/components/Money'
import { ShortText } from '@/components/ShortText'
import { Tag } from '@/components/Tag'
import { categories, CategoryIcon, type Category } from '@/features/money/categories/shared'
import { SampleMark, SampleNote } from '@/features/money/transactions/shared'
import { cn } from '@/lib/cn'
import { formatShortDay, londonDay } from '@/lib/dates'
import { env } from '@/lib/env'
import { formatPence } from '@/lib/money'
import { cardPaymentState } from './cardPaymentState'
import { cardCopy } from './copy'
import type { CardPayment } from './queries'
import { sampleAccount, sampleCardTransactions, type CardTransaction } from './sampleCardTransactions'

/** The customer's latest card payments, then the samples. */
export function CardTransactions({ payments }: { payments: CardPayment[] }) {
  return (
    <section aria-labelledby="card-transactions-heading">
      <h2 id="card-transactions-heading" className="mb-3 text-section">
        Recent card transactions
      </h2>
      {payments.length > 0 && (
        <ul className="@container mb-6 divide-y divide-line rounded bg-card shadow-card">
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      {env.sampleTransactions && (
        <>
          <SampleNote />
          <figure className="mt-3">
            <ul className="@container divide-y divide-line rounded bg-card shadow-card">
              {sampleCardTransactions.map((transaction) => (
                <SampleRow key={transaction.id} transaction={transaction} />
              ))}
            </ul>
            <figcaption className="mt-2 px-4 text-caption">
              {cardCopy.sampleBalance} <Money pence={sampleAccount.balance} />, {cardCopy.sampleAvailable}{' '}
              <Money pence={sampleAccount.availableBalance} />
            </figcaption>
          </figure>
        </>
      )}
      {!env.sampleTransactions && payments.length === 0 && (
        <EmptyState title={cardCopy.empty.title}>
          <p>{cardCopy.empty.text}</p>
        </EmptyState>
      )}
    </section>
  )
}

function PaymentRow({ payment }: { payment: CardPayment }) {
  const { merchant, amount, refunded, status, createdAt, category, place } = payment
  const mark = cardPaymentState(status)
  return (
    <Row
      category={category}
      merchant={merchant}
      details={
        <>
          {mark !== null && <Tag tone={status === 'approved' ? 'care' : 'plain'}>{mark}</Tag>}
          <ShortText>
            {refunded > 0 ? cardCopy.refunded(formatPence(refunded)) : (place ?? categories[category])}
          </ShortText>
        </>
      }
      amount={
        <Money
          pence={amount}
          direction="out"
          className={cn('block text-amount', (status === 'reversed' || status === 'expired') && 'line-through')}
        />
      }
      when={<time dateTime={createdAt}>{formatShortDay(londonDay(createdAt))}</time>}
    />
  )
}

function SampleRow({ transaction }: { transaction: CardTransaction }) {
  const { merchant, amount, date, type, category } = transaction
  return (
    <Row
      category={category}
      merchant={merchant}
      details={
        <>
          <SampleMark />
          <ShortText>{categories[category]}</ShortText>
        </>
      }
      amount={<Money pence={amount} direction={type === 'credit' ? 'in' : 'out'} className="block text-amount" />}
      when={date}
    />
  )
}

type RowProps = { category: Category; merchant: string; details: ReactNode; amount: ReactNode; when: ReactNode }

function Row({ category, merchant, details, amount, when }: RowProps) {
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-3 px-4 py-2.5">
      <CategoryIcon category={category} />
      <span className="min-w-0 flex-1 basis-24">
        <ShortText className="text-name">{merchant}</ShortText>
        <span className="flex flex-wrap items-center gap-x-2 text-secondary">{details}</span>
      </span>
      <span className="ml-auto text-right">
        {amount}
        <span className="block text-caption">{when}</span>
      </span>
    </li>
  )
}
