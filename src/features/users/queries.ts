import { queryOptions } from '@tanstack/react-query'
import type { Database } from '@/lib/database.types'
import { poundsToPence } from '@/lib/money'
import type { Search } from '@/lib/search'
import { supabase } from '@/lib/supabase'

/** A user as user administrators see them. */
export type User = {
  id: string
  createdAt: string
  fullName: string | null
  notificationEmail: string | null
  signInEmail: string
  /** Null: none, or hidden. */
  pin: string | null
  /** Only super admins can see the PIN of other staff or change their details. */
  isPinVisible: boolean
  /** In pence; null without an account. */
  balance: number | null
  hasFinancialSupport: boolean
  isStaff: boolean
  canDelete: boolean
  hasAskedForPin: boolean
}

export type PinRequest = { userId: string; fullName: string | null; signInEmail: string; requestedAt: string }

/** A keyset position in a list, newest first. */
export type UserPlace = { createdAt: string; id: string }

type Row<Name extends keyof Database['public']['Functions']> =
  Database['public']['Functions'][Name]['Returns'] extends (infer One)[] ? One : never

export const userPageSize = 25

/** Lists with PINs and addresses are dropped when they are left, and refetched only on request: each read is audited. */
const confidential = { gcTime: 0, refetchOnWindowFocus: false } as const

export const userQueries = {
  all: ['users'] as const,
  counts: () =>
    queryOptions({
      queryKey: [...userQueries.all, 'counts'],
      queryFn: ({ signal }) => readCounts(signal),
    }),
  page: (approved: boolean, search: Search, after: UserPlace | null) =>
    queryOptions({
      queryKey: [...userQueries.all, 'page', approved, search.number, after],
      queryFn: ({ signal }) => readPage(approved, search.text, after, signal),
      ...confidential,
    }),
  pinRequests: () =>
    queryOptions({
      queryKey: [...userQueries.all, 'pin requests'],
      queryFn: ({ signal }) => readPinRequests(signal),
      ...confidential,
    }),
}

async function readCounts(signal: AbortSignal) {
  const { data } = await supabase.rpc('count_users').abortSignal(signal).single().throwOnError()
  return { pending: data.pending, approved: data.approved }
}

async function readPage(approved: boolean, search: string, after: UserPlace | null, signal: AbortSignal) {
  const { data } = await supabase
    .rpc('list_users', {
      p_approved: approved,
      p_limit: userPageSize,
      ...(search !== '' && { p_search: search }),
      ...(after !== null && { p_before_created_at: after.createdAt, p_before_id: after.id }),
    })
    .abortSignal(signal)
    .throwOnError()
  // A separate call: the server returns PINs only after the audit log has recorded that the list was read.
  const pins = await supabase
    .rpc('read_pins', { p_user_ids: data.map(({ id }) => id) })
    .abortSignal(signal)
    .throwOnError()
  const pinOf = new Map(pins.data.map((row) => [row.user_id, row.pin]))
  return data.map((row) => toUser(row, pinOf.get(row.id) ?? null))
}

// The generated types of function results do not include null.
type UserRow = Row<'list_users'> & { balance: number | null }

function toUser(row: UserRow, pin: string | null): User {
  return {
    id: row.id,
    createdAt: row.created_at,
    fullName: row.full_name,
    notificationEmail: row.notification_email,
    signInEmail: row.sign_in_email,
    pin,
    isPinVisible: row.pin_visible,
    balance: row.balance === null ? null : poundsToPence(row.balance),
    hasFinancialSupport: row.financial_support,
    isStaff: row.is_staff,
    canDelete: row.can_delete,
    hasAskedForPin: row.pin_requested_at !== null,
  }
}

async function readPinRequests(signal: AbortSignal): Promise<PinRequest[]> {
  const { data } = await supabase.rpc('list_pin_reset_requests').abortSignal(signal).throwOnError()
  return data.map((row) => ({
    userId: row.user_id,
    fullName: row.full_name,
    signInEmail: row.sign_in_email,
    requestedAt: row.requested_at,
  }))
}
