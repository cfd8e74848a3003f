import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffSearch } from '@/components/StaffSearch'
import { BulkButtons } from '@/features/users/BulkButtons'
import { PinRequests } from '@/features/users/PinRequests'
import { userQueries } from '@/features/users/queries'
import { UserList } from '@/features/users/UserList'
import { paths } from '@/lib/paths'
import { noSearch } from '@/lib/search'

export function AdminUsersScreen() {
  const counts = useQuery(userQueries.counts())
  const [search, setSearch] = useState(noSearch)
  return (
    <StaffScreen title="User Management" subtitle="Approve or manage user access" back={paths.more}>
      <StaffSearch label="Find users by name or email" search={search} onSearch={setSearch} />
      <PinRequests />
      <UserList key={`pending ${search.number}`} approved={false} search={search} count={counts.data?.pending} />
      <UserList
        key={`approved ${search.number}`}
        approved
        search={search}
        count={counts.data?.approved}
        actions={<BulkButtons />}
      />
    </StaffScreen>
  )
}
