import { memo, use } from 'react'
import { Money } from '@/components/Money'
import { useIsSelectedRow } from '@/components/selectedRow'
import { isSample, SampleMark } from './SampleMark'
import { ShortText } from '@/components/ShortText'
import { CategoryIcon } from '@/features/money/categories/shared'
import { cn } from '@/lib/cn'
import { timeOfDay } from '@/lib/dates'
import { cardOf } from './cardOf'
import { nameOf } from './nameOf'
import { PendingPart } from './pendingPart'
import type { Transaction } from './queries'
import { kindOf, stateOf, stateWord } from './stateWord'

type TransactionRowProps = {
  transaction: Transaction
  year: string
  /** For today's and yesterday's rows. */
  hasTime: boolean
  onSelect: (transaction: Transaction) => void
}

/** Memoised: a long list grows by pages, and existing rows must not render again. */
export const TransactionRow = memo(function TransactionRow({
  transaction,
  year,
  hasTime,
  onSelect,
}: TransactionRowProps) {
  const { incoming, reference, amount, status, reversedAt, category, createdAt } = transaction
  const isSelected = useIsSelectedRow(transaction.id)
  const showPending = use(PendingPart)
  const byCard = cardOf(transaction)
  const note = byCard?.place ?? reference
  const mark = stateWord(kindOf(incoming, byCard !== null), stateOf(status, reversedAt))
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isSelected || undefined}
        onClick={() => onSelect(transaction)}
        className="flex min-h-14.75 w-full flex-wrap items-center gap-x-3 px-4 py-1.5 text-left transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3 aria-[current=true]:bg-brand-soft"
      >
        <CategoryIcon category={category} />
        {/* The details show both whole, and the category. */}
        <span className="min-w-0 flex-1 basis-24">
          <ShortText className="text-name">{nameOf(transaction)}</ShortText>
          <span className="flex flex-wrap items-center gap-x-2 text-secondary">
            {isSample(transaction) && <SampleMark />}
            {note !== null && <ShortText>{note}</ShortText>}
          </span>
        </span>
        <span className="ml-auto text-right">
          <Money
            pence={amount}
            direction={incoming ? 'in' : 'out'}
            className={cn('block text-amount', (reversedAt !== null || status === 'failed') && 'line-through')}
          />
          <span className="block text-caption">
            {mark !== null && <span className="text-strong text-care">{mark} · </span>}
            {/* A mark and the time would leave no room for the name on a phone. */}
            {hasTime && mark === null && `${timeOfDay(createdAt)} · `}
            {year}
          </span>
        </span>
      </button>
      {status === 'pending' && <div className="px-4 empty:hidden">{showPending(transaction.id)}</div>}
    </li>
  )
})
