import { Select } from '@/components/ui/Select'
import { staffTransactionsCopy as copy } from './copy'
import { readSort } from './filterForm'
import type { Sort } from './steps'

export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <label className="flex items-center gap-2">
      Sort by
      <Select
        className="min-h-9! text-sm! lg:min-h-8!"
        value={sort}
        onChange={({ target }) => onSort(readSort(target.value))}
      >
        {Object.entries(copy.sorts).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </Select>
    </label>
  )
}
