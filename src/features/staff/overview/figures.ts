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

/** The figures that the reader may see. `waited`: how long the first customer has been waiting. */
export function toFigures(
  {
    chats,
    users,
    approvals,
    payments,
    missing_credits: missing,
    late_bank_payments: late,
    cases,
    holidays_until: holidaysUntil,
    jobs,
    audit,
    refused_calls: refusedCalls,
    device_binding: binding,
  }: Overview,
  waited: string | null,
): Figure[] {
  const figures: Figure[] = []
  if (chats !== null) {
    const time = ({ label, means, none }: typeof copy.firstAnswer | typeof copy.handling, seconds: number | null) => ({
      label,
      value: seconds === null ? '–' : formatSeconds(seconds),
      notes: [seconds === null ? none : means],
      to: paths.adminChat,
    })
    const nobody = chats.waiting === 0 ? copy.nobodyWaits : copy.onlyMessages
    figures.push(
      {
        label: copy.waiting,
        value: formatCount(chats.waiting),
        notes: [waited === null ? nobody : copy.longest(waited)],
        to: paths.adminChat,
        tone: chats.waiting > 0 ? 'care' : undefined,
      },
      time(copy.firstAnswer, chats.first_answer_seconds),
      time(copy.handling, chats.handling_seconds),
    )
  }
  if (users !== null)
    figures.push({
      label: copy.pending,
      value: formatCount(users.pending),
      notes: [copy.pendingMeans],
      to: paths.adminUsers,
    })
  if (approvals !== null)
    figures.push({
      label: copy.approvals,
      value: formatCount(approvals.waiting),
      notes: [copy.approvalsMeans],
      to: paths.adminApprovals,
      tone: approvals.waiting > 0 ? 'care' : undefined,
    })
  if (payments !== null) {
    const { count, total } = payments
    figures.push({
      label: copy.payments,
      value: formatCount(count),
      notes: [formatPence(total), copy.paymentsMeans],
      to: paths.adminTransactions,
    })
  }
  if (missing !== null)
    figures.push({
      label: copy.missing,
      value: formatCount(missing.count),
      notes: missing.count === 0 ? [copy.noneMissing] : [formatPence(missing.total), copy.missingMeans],
      // Who may only repair has no list of transactions.
      to: payments === null ? paths.adminRepair : `${paths.adminTransactions}#status=not_credited`,
      tone: missing.count > 0 ? 'danger' : undefined,
    })
  if (late !== null)
    figures.push({
      label: copy.late,
      value: formatCount(late.count),
      notes: late.count === 0 ? [copy.noneLate] : [formatPence(late.total), copy.lateMeans],
      // Super admins find them among the jobs, with a link if they may open the payments.
      to: jobs === null ? paths.adminBetweenBanks : paths.adminJobs,
      tone: late.count > 0 ? 'danger' : undefined,
    })
  if (cases !== null) {
    const { open, due_today: dueToday, overdue, summaries_due_today: summaries } = cases
    figures.push({
      label: copy.cases,
      value: formatCount(dueToday),
      notes: [
        copy.casesOpen(open),
        ...(overdue > 0 ? [copy.casesOverdue(overdue)] : []),
        ...(summaries > 0 ? [copy.summaries(summaries)] : []),
      ],
      to: paths.adminCases,
      tone: dueToday > 0 ? 'danger' : undefined,
    })
  }
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
  if (refusedCalls !== null)
    figures.push({
      label: copy.refusedCalls,
      value: formatCount(refusedCalls),
      notes: [copy.refusedCallsMean],
      to: `${paths.adminAudit}#action=report_call`,
      tone: refusedCalls > 0 ? 'danger' : undefined,
    })
  if (binding !== null) {
    const { value, means } = copy.deviceBinding[binding]
    figures.push({ label: copy.devices, value, notes: [means], tone: binding === 'all' ? undefined : 'danger' })
  }
  return figures
}
