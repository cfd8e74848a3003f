import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Money } from '@/components/Money'
import { Skeleton } from '@/components/Skeleton'
import { staffTransactionsCopy } from './copy'
import { isNarrowed, type Search } from './filter'
import { describePaymentToCome } from './paymentsToCome'
import { staffTransactionQueries } from './queries'

const copy = staffTransactionsCopy.toCome
/** More of them would push the transactions off the screen. */
const mostShownOpen = 5

type PaymentsToComeProps = {
  search: Search
  /** False until the search is recorded. */
  isRecorded: boolean
  /** Must be stable. */
  onOpen: (id: string) => void
}

/** The payments to come that the search finds, in one line until it is opened. */
export function PaymentsToCome({ search, isRecorded, onOpen }: PaymentsToComeProps) {
  const toCome = useQuery({ ...staffTransactionQueries.toCome(search), enabled: isRecorded })
  return (
    <Loaded query={toCome} what={copy.what} skeleton={<Skeleton className="h-8" />}>
      {({ count, payments }) =>
        // Always one line, so that the list below does not move.
        count === 0 ? (
          <p className="flex min-h-7 items-center text-secondary">{copy.none}</p>
        ) : (
          <details
            key={search.number}
            open={isNarrowed(search.filter) && count <= mostShownOpen}
            className="rounded bg-card text-small shadow-card"
          >
            <summary className="min-h-8 cursor-pointer px-4 py-1.5 text-name">{copy.title(count)}</summary>
            <ul className="divide-y divide-line border-t border-line">
              {payments.map((payment) => (
                <li key={payment.id} className="flex flex-wrap items-center gap-x-4 px-4 py-1">
                  {payment.state === 'paused' ? (
                    <span className="min-w-0 basis-56 wrap-anywhere">{payment.recipient}</span>
                  ) : (
                    <button
                      type="button"
                      data-opens
                      onClick={() => onOpen(payment.id)}
                      className="flex min-h-7 min-w-0 basis-56 items-center text-left text-name wrap-anywhere text-brand underline"
                    >
                      {payment.recipient}
                    </button>
                  )}
                  <span className="min-w-0 basis-56 truncate" title={payment.user_email ?? undefined}>
                    {payment.user_email ?? staffTransactionsCopy.none}
                  </span>
                  <span className="min-w-0 flex-1 basis-64 wrap-anywhere text-muted">
                    {describePaymentToCome(payment)}
                    {payment.reference !== null && ` · ${payment.reference}`}
                  </span>
                  <Money pence={payment.amount} direction="out" />
                </li>
              ))}
            </ul>
            {count > payments.length && <p className="px-4 py-2 text-secondary">{copy.first(payments.length)}</p>}
          </details>
        )
      }
    </Loaded>
  )
}
