import { StaffFilter } from '@/components/StaffFilter'
import { userCopy } from './copy'
import type { UserFilter, UserSort } from './queries'

type UserFiltersProps = {
  filter: UserFilter
  sort: UserSort
  onChange: (change: { filter: string } | { sort: string }) => void
}

/** Which users the lists show, and in which order. */
export function UserFilters({ filter, sort, onChange }: UserFiltersProps) {
  return (
    <>
      <StaffFilter
        label="Show"
        value={filter}
        onChange={(value) => onChange({ filter: value })}
        options={Object.entries(userCopy.filters)}
      />
      <StaffFilter
        label="Sort by"
        value={sort}
        onChange={(value) => onChange({ sort: value })}
        options={Object.entries(userCopy.sorts)}
      />
    </>
  )
}

/** An address can hold any text. */
export function readUserFilter(text: string): UserFilter {
  return nameIn(userCopy.filters, text) ? text : ''
}

export function readUserSort(text: string): UserSort {
  return nameIn(userCopy.sorts, text) ? text : 'newest'
}

function nameIn<Names extends object>(names: Names, text: string): text is keyof Names & string {
  return Object.hasOwn(names, text)
}
