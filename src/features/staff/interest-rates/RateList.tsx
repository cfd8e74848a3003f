import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '@/components/Loaded'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { Tag } from '@/components/Tag'
import { formatDate, formatDenseDateTime, londonDay } from '@/lib/dates'
import { formatRate } from '@/lib/money'
import { interestRateCopy } from './copy'
import { interestRateQueries } from './queries'

const figures = ['Rate', 'AER']
const columns = ['From', ...figures, 'Decided']

/** The rates, the latest first: those for later days, the one of today, and those before it. */
export function RateList() {
  const { list: copy } = interestRateCopy
  const rates = useQuery(interestRateQueries.list())
  const [today] = useState(() => londonDay(new Date()))
  return (
    <StaffCard title={copy.title}>
      <Loaded query={rates} what={copy.what} skeleton={<StaffTableSkeleton />}>
        {(rows) => {
          if (rows.length === 0)
            return (
              <p data-empty className="px-4 py-2 text-secondary">
                {copy.none}
              </p>
            )
          const current = rows.find(({ startsOn }) => startsOn <= today)
          return (
            <StaffTable caption={copy.title} columns={columns} figures={figures} isCompact>
              {rows.map((row) => (
                <StaffRow key={row.startsOn}>
                  <StaffRowHead>
                    {formatDate(row.startsOn)} {row.startsOn > today && <Tag tone="care">{copy.later}</Tag>}
                    {row === current && <Tag tone="plain">{copy.now}</Tag>}
                  </StaffRowHead>
                  <StaffCell label="Rate" isFigure>
                    {formatRate(row.rate)}
                  </StaffCell>
                  <StaffCell label="AER" isFigure>
                    {formatRate(row.aer)}
                  </StaffCell>
                  <StaffCell label="Decided" className="tabular-nums">
                    <time dateTime={row.decidedAt}>{formatDenseDateTime(row.decidedAt)}</time>
                  </StaffCell>
                </StaffRow>
              ))}
            </StaffTable>
          )
        }}
      </Loaded>
    </StaffCard>
  )
}
