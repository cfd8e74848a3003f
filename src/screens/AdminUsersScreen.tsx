import { useQuery } from '@tanstack/react-query'
import { pagesInAddress } from '@/components/pagesInAddress'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffSearch } from '@/components/StaffSearch'
import { PinRequests } from '@/features/person/pins/PinRequests'
import { BulkButtons } from '@/features/staff/users/BulkButtons'
import { userQueries } from '@/features/staff/users/queries'
import { readUserFilter, readUserSort, UserFilters } from '@/features/staff/users/UserFilters'
import { UserList } from '@/features/staff/users/UserList'
import { useAddressSearch } from '@/lib/search'
import { useAddressFields } from '@/lib/useAddressFields'

const firstPages = { pending: '', approved: '' }

export function AdminUsersScreen() {
  const { field, setFields } = useAddressFields<'search' | 'filter' | 'sort' | 'pending' | 'approved'>()
  const { search, find } = useAddressSearch(field('search'), userQueries.all, (text) =>
    setFields({ search: text, ...firstPages }),
  )
  const filter = readUserFilter(field('filter'))
  const sort = readUserSort(field('sort'))
  const counts = useQuery(userQueries.counts(search, filter))
  const listOf = (name: 'pending' | 'approved') => ({
    choice: { approved: name === 'approved', search, filter, sort },
    pages: pagesInAddress(field(name), (value) => setFields({ [name]: value })),
    count: counts.data?.[name],
  })

  return (
    <StaffScreen
      title="User Management"
      subtitle="Approve or manage user access"
      search={
        <>
          <StaffSearch
            key={search.text}
            label="Find users by name, email or account number"
            search={search}
            onSearch={find}
          />
          <UserFilters filter={filter} sort={sort} onChange={(change) => setFields({ ...change, ...firstPages })} />
        </>
      }
    >
      <PinRequests />
      <UserList {...listOf('pending')} />
      {/* Approved users are not rejected. */}
      {filter !== 'rejected' && <UserList {...listOf('approved')} actions={<BulkButtons />} />}
    </StaffScreen>
  )
}
