import { brand } from '@/brand'
import { StaffCard } from '@/components/StaffCard'
import { cn } from '@/lib/cn'
import { formatDateTime, formatDenseDateTime } from '@/lib/dates'
import { transcriptsCopy as copy } from './copy'
import { toEndedAs, type Transcript } from './queries'
import { reasonWords, toClosingReason } from './shared'

/** When and how the chat ended, and whether its text is what was sealed. */
export function TranscriptFacts({ transcript }: { transcript: Transcript }) {
  const { started_at, ended_at, ended_as, ended_by_name, messages, is_intact, closing_reason, tags } = transcript
  const reason = toClosingReason(closing_reason)
  const ender = toEndedAs(ended_as) === 'staff' && ended_by_name !== null ? `: ${ended_by_name}` : ''
  return (
    <div className="space-y-1 text-secondary">
      <p>
        <time dateTime={started_at}>{formatDateTime(started_at)}</time> to{' '}
        <time dateTime={ended_at}>{formatDateTime(ended_at)}</time>. {copy.endedAs[toEndedAs(ended_as)]}
        {ender}.{reason !== null && ` ${reasonWords[reason]}.`}
      </p>
      {tags.length > 0 && <p>Tags: {tags.join(', ')}</p>}
      {messages !== null && (
        <p className={cn(!is_intact && 'text-strong text-danger')}>{is_intact ? copy.intact : copy.broken}</p>
      )}
    </div>
  )
}

type Said = NonNullable<Transcript['messages']>[number]

/** The messages, with what staff edited and deleted. */
export function TranscriptText({ transcript: { customer_name, messages } }: { transcript: Transcript }) {
  if (messages === null) return <p className="text-secondary">{copy.removed}</p>
  return (
    <StaffCard title="Messages" count={messages.length}>
      <ol className="divide-y divide-line border-t border-line text-small">
        {messages.map((said) => (
          <li
            key={said.id}
            className={cn('flex flex-wrap gap-x-4 px-4 py-2', said.sender_type === 'note' && 'bg-care-soft')}
          >
            <div className="w-full shrink-0 text-muted sm:w-48">
              <p className="text-name wrap-anywhere text-ink">{nameOf(said, customer_name ?? copy.gone)}</p>
              <time dateTime={said.created_at} className="text-caption tabular-nums">
                {formatDenseDateTime(said.created_at)}
              </time>
            </div>
            <div className="min-w-0 flex-1 space-y-1">
              <p className={cn('wrap-anywhere whitespace-pre-wrap', said.deleted_at !== null && 'line-through')}>
                {said.text}
              </p>
              {said.deleted_at !== null && (
                <p className="text-caption">Deleted by staff {formatDenseDateTime(said.deleted_at)}</p>
              )}
              {said.before.map((before, nth) => (
                // oxlint-disable-next-line react/no-array-index-key -- the list never changes
                <p key={nth} className="text-caption wrap-anywhere whitespace-pre-wrap">
                  Before an edit: {before}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </StaffCard>
  )
}

/** The name that the customer saw, with the real one of an agent. */
function nameOf({ sender_type, sender_name, real_name }: Said, customer: string): string {
  if (sender_type === 'user') return customer
  if (sender_type === 'assistant') return `${brand.assistantName}, the assistant`
  if (sender_type === 'event') return 'Chat'
  if (sender_type === 'note') return `Internal note of ${sender_name ?? 'a colleague'}`
  return real_name === null ? (sender_name ?? 'Agent') : `${sender_name ?? 'Agent'} (${real_name})`
}
