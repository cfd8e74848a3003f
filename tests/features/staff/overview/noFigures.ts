import type { Overview } from '@/features/staff/overview/queries'

export const nothingCounted: Overview['period'] = { chats: null, users: null, payments: null, cases: null }

/** The overview of staff who may see no figure. */
export const noFigures: Overview = {
  chats: null,
  users: null,
  approvals: null,
  missing_credits: null,
  late_bank_payments: null,
  problems: null,
  cases: null,
  holidays_until: null,
  jobs: null,
  audit: null,
  refused_calls: null,
  device_binding: null,
  database_version: null,
  period: nothingCounted,
  week_before: nothingCounted,
}
