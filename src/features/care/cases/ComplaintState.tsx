import { formatDayWithWeekday } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { CaseMessage } from './CaseMessage'
import { complaintCopy as copy } from './complaintCopy'
import type { Complaint } from './kinds'
import { useReopenComplaint } from './mutations'
import { complaintTopics } from './shared'

type ComplaintStateProps = { complaint: Complaint; isOpen: boolean; today: string }

/** What a complaint is about, and the days of its clock. */
export function ComplaintState({ complaint, isOpen, today }: ComplaintStateProps) {
  const { topic, wish, amount, party, redress_paid: paid } = complaint
  return (
    <div className="space-y-3">
      {isOpen && <Clock complaint={complaint} today={today} />}
      <div className="rounded bg-sunken px-4 py-3">
        <p className="text-name">{complaintTopics[topic]}</p>
        {amount !== null && party !== null && (
          <p className="text-secondary wrap-anywhere">{copy.aboutPayment(`${formatPence(amount)}, ${party}`)}</p>
        )}
        {wish !== null && (
          <p className="wrap-anywhere">
            <span className="text-muted">{copy.youAsked}:</span> {wish}
          </p>
        )}
      </div>
      {paid > 0 && <p>{copy.redress(formatPence(paid))}</p>}
    </div>
  )
}

function Clock({ complaint, today }: Pick<ComplaintStateProps, 'complaint' | 'today'>) {
  const {
    delayed_at: delayedAt,
    holding_response_at: holdingResponseAt,
    summary_on: summaryOn,
    last_on: lastOn,
  } = complaint
  if (delayedAt !== null) return <p className="rounded bg-care-soft px-4 py-3 text-care">{copy.delayed}</p>
  if (holdingResponseAt !== null) return <p>{copy.atLatest(formatDayWithWeekday(lastOn))}</p>
  return summaryOn >= today && <p>{copy.summaryBy(formatDayWithWeekday(summaryOn))}</p>
}

/** The customer can reopen a complaint once, within six months. */
export function Reopen({
  id,
  complaint: { reopen_by: lastDay },
  today,
}: { id: string } & Omit<ComplaintStateProps, 'isOpen'>) {
  const reopen = useReopenComplaint(id)
  if (lastDay === null) return <p className="text-secondary">{copy.reopen.used}</p>
  if (lastDay < today) return <p className="text-secondary">{copy.reopen.tooLate(formatDayWithWeekday(lastDay))}</p>
  return (
    <CaseMessage
      name={`reopen:${id}`}
      title={copy.reopen.title}
      label={copy.reopen.label}
      action={copy.reopen.send}
      submit={(said) => reopen.mutateAsync(said)}
    >
      <p className="mb-3 text-secondary">{copy.reopen.text(formatDayWithWeekday(lastDay))}</p>
    </CaseMessage>
  )
}
