import { queryOptions } from '@tanstack/react-query'
import type { Database } from '@/lib/database.types'
import { poundsToPence } from '@/lib/money'
import type { Search } from '@/lib/search'
import { supabase } from '@/lib/supabase'

/** A person as user administrators see them. */
export type User = {
  id: string
  createdAt: string
  fullName: string | null
  notificationEmail: string | null
  signInEmail: string
  /** Null: there is none, or it is hidden. */
  pin: string | null
  /** The PIN of other staff is for super admins only. */
  isPinVisible: boolean
  /** In pence; null without an account. */
  balance: number | null
  hasFinancialSupport: boolean
  isStaff: boolean
  canDelete: boolean
  hasAskedForPin: boolean
}

export type PinRequest = { userId: string; fullName: string | null; signInEmail: string; requestedAt: string }

/** The place of a row in a list, newest first. */
export type UserPlace = { createdAt: string; id: string }

type Row<Name extends keyof Database['public']['Functions']> =
  Database['public']['Functions'][Name]['Returns'] extends (infer One)[] ? One : never

export const userPageSize = 25

/** What holds PINs and addresses is forgotten as soon as it is left, and only read when somebody asks: each list is audited. */
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
  // A call of its own: the bank shows PINs when the look at the list stands in the audit.
  const pins = await supabase
    .rpc('read_pins', { p_user_ids: data.map(({ id }) => id) })
    .abortSignal(signal)
    .throwOnError()
  const pinOf = new Map(pins.data.map((row) => [row.user_id, row.pin]))
  return data.map((row) => toUser(row, pinOf.get(row.id) ?? null))
}

// The generated types know nothing of null in what a function returns.
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
