import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Roles } from '@/features/person/permissions/queries'
import { caseSearchQuery, matterOf } from '@/features/staff/case-summaries/queries'
import { findIdKinds, staffTransactionQueries } from '@/features/staff/staff-transactions/queries'
import { newSearch, noFilter } from '@/features/staff/staff-transactions/shared'
import { userQueries } from '@/features/staff/users/queries'
import { formatDate } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { noName } from '@/lib/noName'
import { adminCasePath, adminTransactionPath, adminUserPath } from '@/lib/paths'
import { searchFor } from '@/lib/search'
import { useDebounced } from '@/lib/useDebounced'
import { isId, toKinds, type PaletteItem } from './paletteItems'

/** The audit has a row for each search, so it waits until the typing has stopped. */
const typingPause = 600
const fewestLetters = 3
const mostOfAKind = 4

/** The people, cases and payments that a text finds, and what an id identifies. */
export function useRecords(text: string, { roles, permissions }: Roles) {
  const typed = text.trim()
  const wanted = useDebounced(typed, isId(typed) ? 0 : typingPause)
  const may = (permission: string) => roles.includes('admin') && permissions.includes(permission)
  const isWords = wanted === typed && wanted.length >= fewestLetters && !isId(wanted)
  // Query keys hold the numbers of the searches, not their texts.
  const [search, setSearch] = useState(() => toSearch(wanted))
  if (search.text !== wanted) setSearch(toSearch(wanted))

  const kinds = useQuery({ ...findIdKinds(wanted), enabled: isId(wanted) })
  const choice = { search: search.people, filter: '', sort: 'name' } as const
  const approved = useQuery({
    ...userQueries.page({ ...choice, approved: true }, null),
    enabled: isWords && may('approve_users'),
  })
  const pending = useQuery({
    ...userQueries.page({ ...choice, approved: false }, null),
    enabled: isWords && may('approve_users'),
  })
  const payments = useInfiniteQuery({
    ...staffTransactionQueries.list(search.payments),
    enabled: isWords && may('view_transactions'),
  })
  const cases = useQuery({ ...caseSearchQuery(search.cases), enabled: isWords && may('manage_cases') })
  const queries = [kinds, approved, pending, payments, cases]
  const people = isWords ? [...(approved.data ?? []), ...(pending.data ?? [])] : []
  const foundPayments = isWords ? (payments.data?.pages[0]?.transactions ?? []) : []
  const items: PaletteItem[] = [
    ...people.slice(0, mostOfAKind).map(({ id, fullName, signInEmail }) => ({
      label: fullName ?? noName,
      note: signInEmail,
      to: adminUserPath(id),
    })),
    ...(isWords ? (cases.data ?? []) : []).slice(0, mostOfAKind).map((found) => ({
      label: `${found.customer_name ?? noName}, ${matterOf(found)}`,
      note: [found.decision === null ? '' : 'Decided', formatDate(found.opened_at)].filter(Boolean).join(', '),
      to: adminCasePath(found.id),
    })),
    ...foundPayments.slice(0, mostOfAKind).map(({ id, amount, incoming, recipient, createdAt, userEmail }) => ({
      label: `${incoming ? '+' : '-'}${formatPence(amount)} to ${recipient}`,
      note: [userEmail ?? '', formatDate(createdAt)].filter(Boolean).join(', '),
      to: adminTransactionPath(id),
    })),
  ]
  return {
    items,
    kinds: isId(typed) ? toKinds(kinds.data ?? []) : [],
    isSearching:
      (wanted !== typed && typed.length >= fewestLetters) ||
      queries.some(({ fetchStatus }) => fetchStatus === 'fetching'),
    hasFailed: queries.some(({ isError }) => isError),
  }
}

function toSearch(text: string) {
  return { text, people: searchFor(text), cases: searchFor(text), payments: newSearch({ ...noFilter, search: text }) }
}
