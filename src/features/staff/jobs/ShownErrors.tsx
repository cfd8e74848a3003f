import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { StaffCard } from '@/components/StaffCard'
import { StaffSearch } from '@/components/StaffSearch'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { formatDenseDateTime } from '@/lib/dates'
import { noSearch, useAddressSearch } from '@/lib/search'
import { useAddressFields } from '@/lib/useAddressFields'
import { jobsCopy } from './copy'
import { jobQueries } from './queries'

const { title, what, search: label, none, noneFound, kept } = jobsCopy.errors

/** The unexpected errors that the app showed, and the one whose reference a customer reads out. */
export function ShownErrors() {
  const { field, setFields } = useAddressFields<'error'>()
  const { search, find } = useAddressSearch(field('error'), jobQueries.all, (error) => setFields({ error }))
  const errors = useQuery({ ...jobQueries.errors(search.text), placeholderData: keepPreviousData })
  return (
    <StaffCard title={title} actions={<StaffSearch key={search.text} label={label} search={search} onSearch={find} />}>
      <Loaded query={errors} what={what} skeleton={<StaffTableSkeleton />}>
        {(rows) =>
          rows.length === 0 ? (
            <p data-empty className="px-4 py-2 text-secondary">
              {search === noSearch ? none : noneFound}
            </p>
          ) : (
            <>
              <p className="px-4 pb-3 text-secondary">{kept}</p>
              <StaffTable caption={title} columns={['Reference', 'Shown', 'Screen', 'Error']} isCompact>
                {rows.map(({ reference, kind, screen, shown_at: shownAt }) => (
                  <StaffRow key={reference}>
                    <StaffRowHead>
                      <code>{reference}</code>
                    </StaffRowHead>
                    <StaffCell label="Shown" className="lg:whitespace-nowrap">
                      {formatDenseDateTime(shownAt)}
                    </StaffCell>
                    <StaffCell label="Screen">{screen}</StaffCell>
                    <StaffCell label="Error">{kind}</StaffCell>
                  </StaffRow>
                ))}
              </StaffTable>
            </>
          )
        }
      </Loaded>
    </StaffCard>
  )
}
