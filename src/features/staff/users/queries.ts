import { queryOptions } from '@tanstack/react-query'
import { readCaseSummary, type CaseSummary } from '@/lib/caseSummary'
import { moneyFields } from '@/features/staff/staff-transactions/shared'
import { readUserNote } from '@/features/staff/user-notes/shared'
import { boolean, list, nullable, number, object, oneOf, text, withDefault } from '@/lib/json'
import { pounds, poundsToPence } from '@/lib/money'
import { confidential } from '@/lib/queryState'
import { required } from '@/lib/required'
import type { ResultRow } from '@/lib/resultRow'
import { noSearch, type Search } from '@/lib/search'
import { supabase } from '@/lib/supabase'

/** A user as user administrators see them. */
export type User = {
  id: string
  createdAt: string
  fullName: string | null
  notificationEmail: string | null
  signInEmail: string
  hasPin: boolean
  /** Only super admins can see the PIN of other staff or change their details. */
  isPinVisible: boolean
  /** In pence; null without an account. */
  balance: number | null
  hasFinancialSupport: boolean
  isStaff: boolean
  isAdmin: boolean
  canDelete: boolean
  hasAskedForPin: boolean
  isSuspended: boolean
  /** A closed user is suspended too. */
  isClosed: boolean
}

/** '' shows everyone. */
export type UserFilter = '' | 'staff' | 'suspended' | 'pin_requested' | 'financial_support' | 'rejected'

export type UserSort = 'newest' | 'oldest' | 'name' | 'name_desc' | 'email' | 'email_desc'

/** Which users a list shows, and in which order. */
export type UserChoice = { approved: boolean; search: Search; filter: UserFilter; sort: UserSort }

/** What a deletion takes with it. Money in pence. */
export type Deletion = {
  balance: number
  held: number
  hasOpenChat: boolean
  scheduledPayments: number
  regularPayments: number
  /** A second administrator must approve it. */
  needsApproval: boolean
}

export const userPageSize = 25

export const userQueries = {
  all: ['users'] as const,
  counts: (search: Search, filter: UserFilter) =>
    queryOptions({
      queryKey: [...userQueries.all, 'counts', search.number, filter],
      queryFn: ({ signal }) => readCounts(search, filter, signal),
    }),
  page: (choice: UserChoice, after: string | null) =>
    queryOptions({
      queryKey: [...userQueries.all, 'page', { ...choice, search: choice.search.number }, after],
      queryFn: ({ signal }) => readPage(choice, after, signal),
      ...confidential,
    }),
  user: (userId: string) =>
    queryOptions({
      queryKey: [...userQueries.all, 'user', userId],
      queryFn: async ({ signal }): Promise<UserPage> => {
        // A separate call: the server returns the page only after the audit log has recorded the read.
        await supabase.rpc('record_user_view', { p_user_id: userId }).abortSignal(signal).throwOnError()
        const { data } = await supabase.rpc('get_user_page', { p_user_id: userId }).abortSignal(signal).throwOnError()
        return required(readUserPage(data))
      },
      ...confidential,
    }),
  deletion: (userId: string) =>
    queryOptions({
      queryKey: [...userQueries.all, 'deletion', userId],
      queryFn: ({ signal }) => readDeletion(userId, signal),
      ...confidential,
    }),
}

async function readCounts(search: Search, filter: UserFilter, signal: AbortSignal) {
  // The server counts what a search finds only after the audit log has recorded the search.
  if (search !== noSearch)
    await supabase
      .rpc('record_user_list', {
        p_list_id: crypto.randomUUID(),
        p_approved: true,
        p_limit: 1,
        ...chosen(search, filter),
      })
      .abortSignal(signal)
      .throwOnError()
  const { data } = await supabase.rpc('count_users', chosen(search, filter)).abortSignal(signal).single().throwOnError()
  return { pending: data.pending, approved: data.approved }
}

function chosen(search: Search, filter: UserFilter) {
  return { ...(search !== noSearch && { p_search: search.text }), ...(filter !== '' && { p_filter: filter }) }
}

async function readPage({ approved, search, filter, sort }: UserChoice, after: string | null, signal: AbortSignal) {
  const listId = crypto.randomUUID()
  // A separate call: the server returns the users only after the audit log has recorded that they are read.
  await supabase
    .rpc('record_user_list', {
      p_list_id: listId,
      p_approved: approved,
      p_limit: userPageSize,
      p_sort: sort,
      ...chosen(search, filter),
      ...(after !== null && { p_after: after }),
    })
    .abortSignal(signal)
    .throwOnError()
  const { data } = await supabase.rpc('list_users', { p_list_id: listId }).abortSignal(signal).throwOnError()
  return data.map(toUser)
}

type UserRow = ResultRow<'list_users', 'balance'>

function toUser(row: UserRow): User {
  return {
    id: row.id,
    createdAt: row.created_at,
    fullName: row.full_name,
    notificationEmail: row.notification_email,
    signInEmail: row.sign_in_email,
    hasPin: row.has_pin,
    isPinVisible: row.pin_visible,
    balance: row.balance === null ? null : poundsToPence(row.balance),
    hasFinancialSupport: row.financial_support,
    isStaff: row.is_staff,
    isAdmin: row.is_admin,
    canDelete: row.can_delete,
    hasAskedForPin: row.pin_requested_at !== null,
    isSuspended: row.suspended_at !== null,
    isClosed: row.closed_at !== null,
  }
}

async function readDeletion(userId: string, signal: AbortSignal): Promise<Deletion> {
  await supabase.rpc('record_user_view', { p_user_id: userId }).abortSignal(signal).throwOnError()
  const { data } = await supabase
    .rpc('preview_deletion', { p_user_id: userId })
    .abortSignal(signal)
    .single()
    .throwOnError()
  return {
    balance: poundsToPence(data.balance),
    held: poundsToPence(data.held),
    hasOpenChat: data.has_open_chat,
    scheduledPayments: data.scheduled_payments,
    regularPayments: data.regular_payments,
    needsApproval: data.needs_approval,
  }
}

// Amounts in pence. A part is null without the permission for its tool.
const readUserPage = object({
  full_name: nullable(text),
  notification_email: nullable(text),
  sign_in_email: text,
  postal_address: nullable(list(text)),
  created_at: text,
  approved: boolean,
  suspended_at: nullable(text),
  closed_at: nullable(text),
  closed_by: nullable(oneOf('owner', 'bank')),
  /** What came in after the closing, and what other banks ask back of it. */
  waiting: pounds,
  asked_back: pounds,
  /** What the bank has paid for their card payments. */
  card_shortfall: pounds,
  frozen_at: nullable(text),
  unfreezes_at: nullable(text),
  rejection_reason: nullable(text),
  has_pin: boolean,
  pin_visible: boolean,
  can_delete: boolean,
  roles: list(text),
  permissions: list(text),
  /** Null without the right to work on cases. */
  cases: withDefault<CaseSummary[] | null>(list(readCaseSummary), null),
  ...moneyFields,
  limits: nullable(
    object({
      daily_limit: pounds,
      sent_today: pounds,
      next_limit: nullable(pounds),
      next_limit_from: nullable(text),
      undo_seconds: number,
    }),
  ),
  cards: list(object({ id: text, last_four: text, status: text, issued_at: text, expires_on: text })),
  devices: list(object({ id: text, name: text, last_seen_at: text })),
  passkeys: list(object({ id: text, name: text, created_at: text, last_used_at: nullable(text) })),
  sessions: list(object({ started_at: text, last_active_at: nullable(text), device: nullable(text) })),
  payees: nullable(
    list(
      object({
        id: text,
        name: text,
        sort_code: text,
        account_number: text,
        paid_total: pounds,
        last_payment_date: nullable(text),
        user_id: nullable(text),
      }),
    ),
  ),
  chat: nullable(list(object({ id: text, status: text, updated_at: text }))),
  audit: nullable(list(object({ id: number, created_at: text, action: text, actor: nullable(text) }))),
  /** Null on the reader's own page. */
  notes: nullable(list(readUserNote)),
})

export type UserPage = NonNullable<ReturnType<typeof readUserPage>>

/** The user of a page, as the dialogs of the list take them. */
export function toListedUser(id: string, page: UserPage): User {
  return {
    id,
    createdAt: page.created_at,
    fullName: page.full_name,
    notificationEmail: page.notification_email,
    signInEmail: page.sign_in_email,
    hasPin: page.has_pin,
    isPinVisible: page.pin_visible,
    balance: page.account?.balance ?? null,
    hasFinancialSupport: page.permissions.includes('financial_support'),
    isStaff: page.roles.length > 0,
    isAdmin: page.roles.includes('admin'),
    canDelete: page.can_delete,
    hasAskedForPin: false,
    isSuspended: page.suspended_at !== null,
    isClosed: page.closed_at !== null,
  }
}
