import { formatDateTime, formatDay } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { formatCount } from '@/lib/numbers'
import { paths } from '@/lib/paths'
import { overviewCopy as copy } from './copy'
import type { Overview } from './queries'

/** One figure of the overview. Without `to` it has no screen. */
export type Figure = { label: string; value: string; notes: string[]; to?: string; tone?: 'care' | 'danger' }

/** '45 s', '3 min 20 s', '2 h 5 min'. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

export const formatDuration = (seconds: number | null) => (seconds === null ? '–' : formatSeconds(seconds))

/** The figures that the reader may see. What is to be done is in `todos.ts`. */
export function toFigures({
  chats,
  payments,
  cases,
  holidays_until: holidaysUntil,
  jobs,
  audit,
  device_binding: binding,
}: Overview): Figure[] {
  const figures: Figure[] = []
  if (chats !== null) {
    const time = (words: typeof copy.firstAnswer | typeof copy.handling, name: keyof typeof chats.week) => ({
      label: words.label,
      value: formatDuration(chats[name]),
      notes: [copy.weekBefore(formatDuration(chats.week[name])), chats[name] === null ? words.none : words.means],
      to: paths.adminChat,
    })
    figures.push(time(copy.firstAnswer, 'first_answer_seconds'), time(copy.handling, 'handling_seconds'))
  }
  if (payments !== null) {
    const { count, total, week } = payments
    figures.push({
      label: copy.payments,
      value: formatCount(count),
      notes: [
        formatPence(total),
        copy.weekPerDay(formatCount(Math.round(week.count / 7)), formatPence(Math.round(week.total / 7))),
        copy.paymentsMeans,
      ],
      to: paths.adminTransactions,
    })
  }
  if (cases !== null)
    figures.push({
      label: copy.open,
      value: formatCount(cases.open),
      notes: [copy.decidedInWeek(formatCount(cases.decided_in_week)), copy.openMeans],
      to: paths.adminCases,
    })
  if (holidaysUntil !== null)
    figures.push({ label: copy.holidays, value: formatDay(holidaysUntil), notes: [copy.holidaysMeans], tone: 'care' })
  if (jobs !== null) {
    const failures = jobs.reduce((sum, { count }) => sum + count, 0)
    const failing = jobs.filter(({ is_failing: isFailing }) => isFailing).length
    figures.push({
      label: copy.jobs,
      value: formatCount(failures),
      notes: [copy.jobsOf, failing === 0 ? copy.jobsWork : copy.jobsFail(failing)],
      to: paths.adminJobs,
      tone: failing > 0 ? 'danger' : undefined,
    })
  }
  if (audit !== null) {
    const { verified_at: verifiedAt, broken_rows: broken } = audit
    figures.push({
      label: copy.audit,
      value: verifiedAt === null ? copy.auditUnverified : broken > 0 ? copy.auditBroken(broken) : copy.auditIntact,
      notes: [verifiedAt === null ? copy.everyNight : copy.verified(formatDateTime(verifiedAt))],
      to: paths.adminAudit,
      tone: broken > 0 ? 'danger' : undefined,
    })
  }
  if (binding !== null) {
    const { value, means } = copy.deviceBinding[binding]
    figures.push({ label: copy.devices, value, notes: [means], tone: binding === 'all' ? undefined : 'danger' })
  }
  return figures
}
