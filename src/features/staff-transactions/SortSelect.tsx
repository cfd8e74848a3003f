import { StaffFilter } from '@/components/StaffFilter'
import { staffTransactionsCopy as copy } from './copy'
import { readSort } from './filterForm'
import type { Sort } from './steps'

export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <StaffFilter
      label="Sort by"
      className="min-h-9! text-sm! lg:min-h-8!"
      value={sort}
      options={Object.entries(copy.sorts)}
      onChange={(chosen) => onSort(readSort(chosen))}
    />
  )
}
