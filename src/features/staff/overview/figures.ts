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

/** The figures that the reader may see, of the last `days`. What is to be done is in `todos.ts`. */
export function toFigures(overview: Overview, days: number): Figure[] {
  return [...figuresOfPeriod(overview, days), ...figuresOfNow(overview)]
}

/** What is counted over time, with the week before. */
function figuresOfPeriod({ period, week_before: week }: Overview, days: number): Figure[] {
  const figures: Figure[] = []
  const counted = (name: keyof typeof copy.counted, to: string, value: string, notes: string[]) =>
    figures.push({
      label: copy.inPeriod(copy.counted[name].label, days),
      value,
      notes: [...notes, copy.counted[name].means],
      to,
    })
  /** Counts of a period and of the week before are compared by day. */
  const perDay = (values: [now: number, before: number, format: (count: number) => string][]) => [
    ...(days === 1 ? [] : [copy.perDay(values.map(([now, , format]) => format(Math.round(now / days))))]),
    copy.weekBefore(copy.perDay(values.map(([, before, format]) => format(Math.round(before / 7))))),
  ]
  const count = (now: number, before = 0) => perDay([[now, before, formatCount]])
  if (period.chats !== null) {
    const { answered, ...medians } = period.chats
    const time = (words: typeof copy.firstAnswer | typeof copy.handling, name: keyof typeof medians) => ({
      label: words.label,
      value: formatDuration(medians[name]),
      notes: [
        // The times are kept for 30 days.
        ...(days > 7 ? [] : [copy.weekBefore(formatDuration(week.chats?.[name] ?? null))]),
        medians[name] === null ? words.none : words.means,
      ],
      to: paths.adminChat,
    })
    counted('answered', paths.adminChat, formatCount(answered), days > 7 ? [] : count(answered, week.chats?.answered))
    figures.push(time(copy.firstAnswer, 'first_answer_seconds'), time(copy.handling, 'handling_seconds'))
  }
  if (period.payments !== null) {
    const { count: sent, total } = period.payments
    counted('payments', paths.adminTransactions, formatCount(sent), [
      formatPence(total),
      ...perDay([
        [sent, week.payments?.count ?? 0, formatCount],
        [total, week.payments?.total ?? 0, formatPence],
      ]),
    ])
  }
  if (period.users !== null) {
    const { signed_up: signedUp } = period.users
    counted('signedUp', paths.adminUsers, formatCount(signedUp), count(signedUp, week.users?.signed_up))
  }
  if (period.cases !== null) {
    const { decided } = period.cases
    counted('decided', paths.adminCases, formatCount(decided), count(decided, week.cases?.decided))
  }
  return figures
}

/** What is so now. A week beside would say nothing: a state of before is not counted. */
function figuresOfNow({
  cases,
  holidays_until: holidaysUntil,
  jobs,
  audit,
  device_binding: binding,
}: Overview): Figure[] {
  const figures: Figure[] = []
  if (cases !== null)
    figures.push({
      label: copy.open,
      value: formatCount(cases.open),
      notes: [copy.openMeans],
      to: paths.adminCases,
    })
  if (holidaysUntil !== null)
    figures.push({ label: copy.holidays, value: formatDay(holidaysUntil), notes: [copy.holidaysMeans], tone: 'care' })
  if (jobs !== null) {
    const failures = jobs.reduce((sum, { count }) => sum + count, 0)
    const inWeek = jobs.reduce((sum, { week }) => sum + week, 0)
    const failing = jobs.filter(({ is_failing: isFailing }) => isFailing).length
    figures.push({
      label: copy.jobs,
      value: formatCount(failures),
      notes: [
        copy.jobsOf,
        copy.jobsInWeek(formatCount(inWeek)),
        failing === 0 ? copy.jobsWork : copy.jobsFail(failing),
      ],
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
