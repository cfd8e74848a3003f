import {
  Banknote,
  Clapperboard,
  Fuel,
  HeartPulse,
  Receipt,
  ShoppingBag,
  ShoppingBasket,
  Smartphone,
  TrainFront,
  Undo2,
  Utensils,
  type LucideIcon,
} from 'lucide-react'
import { Money } from '@/components/Money'
import { cn } from '@/lib/cn'
import { cardCopy } from './copy'
import { sampleCardTransactions, type CardCategory, type CardTransaction } from './sampleCardTransactions'

const icons: Record<CardCategory, LucideIcon> = {
  Groceries: ShoppingBasket,
  Income: Banknote,
  'Food & Drink': Utensils,
  Shopping: ShoppingBag,
  Transport: TrainFront,
  Refund: Undo2,
  Fuel,
  Entertainment: Clapperboard,
  Bills: Receipt,
  Health: HeartPulse,
  Electronics: Smartphone,
}

export function CardTransactions() {
  return (
    <section aria-labelledby="card-transactions-heading">
      <h2 id="card-transactions-heading" className="font-semibold">
        Recent card transactions
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{cardCopy.sample}</p>
      <ul className="divide-y divide-line rounded bg-card shadow-card">
        {sampleCardTransactions.map((transaction) => (
          <Row key={transaction.id} transaction={transaction} />
        ))}
      </ul>
    </section>
  )
}

function Row({ transaction: { merchant, amount, date, type, category } }: { transaction: CardTransaction }) {
  const Icon = icons[category]
  const isCredit = type === 'credit'
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-3 px-4 py-2.5">
      <span
        className={cn(
          'inline-flex size-10 shrink-0 items-center justify-center rounded-full',
          isCredit ? 'bg-brand-soft text-incoming' : 'bg-sunken text-muted',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 flex-1 basis-24">
        <span className="block font-medium wrap-anywhere">{merchant}</span>
        <span className="block text-sm text-muted">{category}</span>
      </span>
      <span className="ml-auto text-right">
        <Money pence={amount} direction={isCredit ? 'in' : 'out'} className="block font-semibold" />
        <span className="block text-xs text-muted">{date}</span>
      </span>
    </li>
  )
}
