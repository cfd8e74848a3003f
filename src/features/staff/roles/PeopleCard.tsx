import { useMemo, useRef } from 'react'
import { pagesInAddress } from '@/components/pagesInAddress'
import { StaffCard } from '@/components/StaffCard'
import { StaffSearch } from '@/components/StaffSearch'
import { searchFor } from '@/lib/search'
import { useAddressFields } from '@/lib/useAddressFields'
import { roleCopy } from './copy'
import { PeopleList } from './PeopleList'
import type { RoleGroup } from './queries'

/** The users of one role. The list of customers can be searched. The address holds the search and the page of each card. */
export function PeopleCard({ group }: { group: RoleGroup }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { field, setFields } = useAddressFields<'search' | RoleGroup>()
  const text = group === 'user' ? field('search') : ''
  const search = useMemo(() => searchFor(text), [text])
  return (
    <StaffCard
      title={roleCopy.groups[group].title}
      heading={heading}
      actions={
        group === 'user' && (
          <StaffSearch
            key={text}
            label="Find regular users by name or email"
            search={search}
            onSearch={(wanted) => setFields({ search: wanted.text, user: '' })}
          />
        )
      }
    >
      <PeopleList
        group={group}
        search={search}
        pages={pagesInAddress(field(group), (value) => setFields({ [group]: value }))}
        heading={heading}
      />
    </StaffCard>
  )
}
