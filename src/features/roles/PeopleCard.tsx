import { useRef, useState } from 'react'
import { StaffCard } from '@/components/StaffCard'
import { StaffSearch } from '@/components/StaffSearch'
import { noSearch } from '@/lib/search'
import { roleCopy } from './copy'
import { PeopleList } from './PeopleList'
import type { RoleGroup } from './queries'

/** The users of one role. The list of customers can be searched. */
export function PeopleCard({ group }: { group: RoleGroup }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [search, setSearch] = useState(noSearch)
  return (
    <StaffCard title={roleCopy.groups[group].title} heading={heading}>
      {group === 'user' && (
        <div className="px-4 pb-4">
          <StaffSearch label="Find regular users by name or email" search={search} onSearch={setSearch} />
        </div>
      )}
      {/* The key starts a new search at its first page. */}
      <PeopleList key={search.number} group={group} search={search} heading={heading} />
    </StaffCard>
  )
}
