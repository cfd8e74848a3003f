import { Money } from '@/components/Money'
import { formatDate } from '@/lib/dates'
import type { ExternalTransaction } from './queries'

/** Rows of an imported file. */
export function ExternalRows({ rows, label }: { rows: ExternalTransaction[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line overflow-hidden rounded bg-card shadow-card">
      {rows.map(({ key, day, amount, description }) => (
        <li
          key={key}
          className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 [contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto]"
        >
          <span className="min-w-0 flex-1 basis-36">
            <span className="line-clamp-2 text-name wrap-anywhere">{description}</span>
            <time dateTime={day} className="block text-secondary">
              {formatDate(day)}
            </time>
          </span>
          <Money
            pence={Math.abs(amount)}
            direction={amount > 0 ? 'in' : 'out'}
            className="ml-auto text-amount whitespace-nowrap"
          />
        </li>
      ))}
    </ul>
  )
}
