import { formatPence } from '@/lib/money'
import { formatCount } from '@/lib/numbers'
import { paths } from '@/lib/paths'
import { overviewCopy as copy } from './copy'
import type { Overview } from './queries'

/** What the reader can do now, and where. `count` is missing where the words say it. */
export type Todo = { label: string; count?: string; note?: string; to: string; isUrgent?: boolean }

/** What waits for the reader: customers in the chat and what is late first. `waited`: how long the first customer has been waiting. */
export function toTodos(overview: Overview, waited: string | null): Todo[] {
  const { chats, users, approvals, cases, problems, period } = overview
  const { missing_credits: missing, late_bank_payments: late, refused_calls: refusedCalls } = overview
  const rows: (Omit<Todo, 'count'> & { count: number | undefined })[] = [
    {
      label: copy.waiting,
      count: chats?.waiting,
      note: waited === null ? copy.onlyMessages : copy.longest(waited),
      to: paths.adminChat,
    },
    { label: copy.answersDue, count: chats?.answers_due, to: `${paths.adminChat}?tab=mine` },
    { label: copy.overdue, count: cases?.overdue, to: paths.adminCases, isUrgent: true },
    {
      label: copy.missing,
      count: missing?.count,
      note: `${formatPence(missing?.total ?? 0)}. ${copy.missingMeans}`,
      // Who may only repair has no list of transactions.
      to: period.payments === null ? paths.adminRepair : `${paths.adminTransactions}#status=not_credited`,
      isUrgent: true,
    },
    {
      label: copy.late,
      // Super admins find them among the problems.
      count: problems === null ? late?.count : 0,
      note: `${formatPence(late?.total ?? 0)}. ${copy.lateMeans}`,
      to: paths.adminBetweenBanks,
      isUrgent: true,
    },
    {
      label: copy.refusedCalls,
      count: refusedCalls ?? 0,
      note: copy.refusedCallsMean,
      to: `${paths.adminAudit}#action=report_call`,
      isUrgent: true,
    },
    {
      label: copy.cases,
      count: cases === null ? 0 : cases.due_today - cases.overdue,
      note: cases !== null && cases.summaries_due_today > 0 ? copy.summaries(cases.summaries_due_today) : undefined,
      to: paths.adminCases,
    },
    { label: copy.approvals, count: approvals?.waiting, note: copy.approvalsMeans, to: paths.adminApprovals },
    { label: copy.pending, count: users?.pending, note: copy.pendingMeans, to: paths.adminUsers },
  ]
  return [
    ...(problems ?? []).map((label) => ({ label, to: paths.adminJobs, isUrgent: true })),
    ...rows.flatMap(({ count = 0, ...row }) => (count > 0 ? [{ ...row, count: formatCount(count) }] : [])),
  ]
}
