import { CategoryIcon } from '@/components/CategoryIcon'
import { EmptyState } from '@/components/EmptyState'
import { Initials } from '@/components/Initials'
import { Money } from '@/components/Money'
import { SampleMark } from '@/components/SampleMark'
import { SampleNote } from '@/components/SampleNote'
import { ShortText } from '@/components/ShortText'
import { Tag } from '@/components/Tag'
import { categories } from '@/lib/categories'
import { cn } from '@/lib/cn'
import { formatShortDay, londonDay } from '@/lib/dates'
import { env } from '@/lib/env'
import { formatPence } from '@/lib/money'
import { cardCopy } from './copy'
import type { CardPayment } from './queries'
import { sampleAccount, sampleCardTransactions, type CardTransaction } from './sampleCardTransactions'

/** The customer's latest card payments, then the samples. */
export function CardTransactions({ payments }: { payments: CardPayment[] }) {
  return (
    <section aria-labelledby="card-transactions-heading">
      <h2 id="card-transactions-heading" className="mb-3 font-semibold">
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
          <p className="mb-3 text-sm text-muted">
            {cardCopy.sampleBalance} <Money pence={sampleAccount.balance} />, {cardCopy.sampleAvailable}{' '}
            <Money pence={sampleAccount.availableBalance} />
          </p>
          <ul className="@container divide-y divide-line rounded bg-card shadow-card">
            {sampleCardTransactions.map((transaction) => (
              <Row key={transaction.id} transaction={transaction} />
            ))}
          </ul>
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

function PaymentRow({ payment: { merchant, amount, refunded, status, createdAt } }: { payment: CardPayment }) {
  const mark = cardCopy.statuses[status]
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-3 px-4 py-2.5">
      <Initials name={merchant} />
      <span className="min-w-0 flex-1 basis-24">
        <ShortText className="font-medium">{merchant}</ShortText>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          {mark !== undefined && <Tag tone={status === 'approved' ? 'care' : 'plain'}>{mark}</Tag>}
          {refunded > 0 && <ShortText>{cardCopy.refunded(formatPence(refunded))}</ShortText>}
        </span>
      </span>
      <span className="ml-auto text-right">
        <Money
          pence={amount}
          direction="out"
          className={cn('block font-semibold', (status === 'reversed' || status === 'expired') && 'line-through')}
        />
        <time dateTime={createdAt} className="block text-xs text-muted">
          {formatShortDay(londonDay(createdAt))}
        </time>
      </span>
    </li>
  )
}

function Row({ transaction: { merchant, amount, date, type, category } }: { transaction: CardTransaction }) {
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-3 px-4 py-2.5">
      <CategoryIcon category={category} />
      <span className="min-w-0 flex-1 basis-24">
        <ShortText className="font-medium">{merchant}</ShortText>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <SampleMark />
          <ShortText>{categories[category]}</ShortText>
        </span>
      </span>
      <span className="ml-auto text-right">
        <Money pence={amount} direction={type === 'credit' ? 'in' : 'out'} className="block font-semibold" />
        <span className="block text-xs text-muted">{date}</span>
      </span>
    </li>
  )
}
