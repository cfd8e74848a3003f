import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { memo } from 'react'
import { Money } from '@/components/Money'
import { cn } from '@/lib/cn'
import { transactionCopy } from './copy'
import type { Transaction } from './queries'

type TransactionRowProps = { transaction: Transaction; year: string; onSelect: (transaction: Transaction) => void }

/** Memoised: a long list grows by pages, and existing rows must not render again. */
export const TransactionRow = memo(function TransactionRow({ transaction, year, onSelect }: TransactionRowProps) {
  const { incoming, counterparty, reference, amount, reversedAt } = transaction
  const Direction = incoming ? ArrowDownLeft : ArrowUpRight
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onSelect(transaction)}
        className="flex min-h-17 w-full flex-wrap items-center gap-x-3 px-4 py-2.5 text-left transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3"
      >
        <span
          className={cn(
            'inline-flex size-10 shrink-0 items-center justify-center rounded-full',
            incoming ? 'bg-brand-soft text-incoming' : 'bg-sunken text-muted',
          )}
        >
          <Direction aria-hidden className="size-5" />
        </span>
        <span className="min-w-0 flex-1 basis-24">
          <span className="block font-medium wrap-anywhere">{counterparty || transactionCopy.unnamed}</span>
          {reference !== null && <span className="block text-sm text-muted wrap-anywhere">{reference}</span>}
        </span>
        <span className="ml-auto text-right">
          <Money
            pence={amount}
            direction={incoming ? 'in' : 'out'}
            className={cn('block font-semibold', reversedAt !== null && 'line-through')}
          />
          <span className="block text-xs text-muted">
            {reversedAt !== null && <span className="font-semibold text-care">{transactionCopy.reversed} · </span>}
            {year}
          </span>
        </span>
      </button>
    </li>
  )
})
