import { queryOptions } from '@tanstack/react-query'
import type { TimePlace } from '@/components/pagesInAddress'
import type { Search } from '@/lib/search'
import { supabase } from '@/lib/supabase'

export type RoleGroup = 'super_admin' | 'admin' | 'user'

/** A user in the list of super admins. */
export type PersonWithRole = {
  id: string
  createdAt: string
  fullName: string | null
  signInEmail: string
  isApproved: boolean
  isAdmin: boolean
  permissions: string[]
}

export const peoplePageSize = 25

export const roleQueries = {
  all: ['roles'] as const,
  /** The users of one role, page by page. */
  page: (group: RoleGroup, search: Search, after: TimePlace | null) =>
    queryOptions({
      queryKey: [...roleQueries.all, group, search.number, after],
      queryFn: ({ signal }) => readPeople(group, search.text, after, signal),
      // Each read is audited.
      refetchOnWindowFocus: false,
    }),
}

async function readPeople(
  group: RoleGroup,
  search: string,
  after: TimePlace | null,
  signal: AbortSignal,
): Promise<PersonWithRole[]> {
  const listId = crypto.randomUUID()
  // A separate call: the server returns the users only after the audit log has recorded that they are read.
  await supabase
    .rpc('record_role_list', {
      p_list_id: listId,
      p_group: group,
      p_limit: peoplePageSize,
      ...(search !== '' && { p_search: search }),
      ...(after !== null && { p_before_created_at: after.at, p_before_id: after.id }),
    })
    .abortSignal(signal)
    .throwOnError()
  const { data } = await supabase.rpc('list_people_by_role', { p_list_id: listId }).abortSignal(signal).throwOnError()
  return data.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    fullName: row.full_name,
    signInEmail: row.sign_in_email,
    isApproved: row.approved,
    isAdmin: row.is_admin,
    permissions: row.permissions,
  }))
}
