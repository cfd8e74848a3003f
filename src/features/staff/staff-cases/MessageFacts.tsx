import type { Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { StaffCard } from '@/components/StaffCard'
import { formatDenseDateTime } from '@/lib/dates'
import { list, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { staffCaseCopy } from './copy'

export const readMessages = object({
  payer: text,
  reported_at: text,
  texts: list(object({ id: text, created_at: text, amount: pounds, text })),
})
type Messages = NonNullable<ReturnType<typeof readMessages>>

/** Whose message was reported. */
export const messageFacts = ({ payer, reported_at: reportedAt }: Messages): Fact[] => [
  ['Payer', payer],
  ['Reported message', formatDenseDateTime(reportedAt)],
]

/** What the payer has written, newest first. */
export function MessageTexts({ texts }: { texts: Messages['texts'] }) {
  return (
    <StaffCard title={staffCaseCopy.messages.title}>
      <ol className="divide-y divide-line border-t border-line text-small">
        {texts.map(({ id, created_at: at, amount, text: words }) => (
          <li key={id} className="px-4 py-2">
            <p className="flex flex-wrap gap-x-2 text-secondary">
              <time dateTime={at} className="tabular-nums">
                {formatDenseDateTime(at)}
              </time>
              <Money pence={amount} />
            </p>
            <p className="wrap-anywhere">{words}</p>
          </li>
        ))}
      </ol>
    </StaffCard>
  )
}
