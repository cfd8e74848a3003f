import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { formatCount } from '@/lib/numbers'
import { overviewCopy } from './copy'
import { formatDuration } from './figures'
import { agentFiguresQuery } from './queries'

const copy = overviewCopy.agents

/** What each agent answered in the last days, and how long their customers waited. */
export function AgentFigures({ days }: { days: number }) {
  const figures = useQuery(agentFiguresQuery(days))
  const [, ...numbers] = copy.columns
  return (
    <StaffCard title={copy.title}>
      <Loaded query={figures} what={copy.what} skeleton={<StaffTableSkeleton />}>
        {(rows) =>
          rows.length === 0 ? (
            <p data-empty className="px-4 py-2 text-secondary">
              {copy.none}
            </p>
          ) : (
            <>
              <StaffTable caption={copy.title} columns={copy.columns} figures={numbers} isCompact>
                {rows.map((row) => (
                  <StaffRow key={row.agent_id}>
                    <StaffRowHead>{row.agent_name}</StaffRowHead>
                    {[
                      formatCount(row.answered),
                      formatDuration(row.wait_seconds),
                      formatDuration(row.handling_seconds),
                    ].map((value, column) => (
                      <StaffCell key={numbers[column]} label={numbers[column]} isFigure isDense>
                        {value}
                      </StaffCell>
                    ))}
                  </StaffRow>
                ))}
              </StaffTable>
              <p className="px-4 py-2 text-secondary">{copy.means}</p>
            </>
          )
        }
      </Loaded>
    </StaffCard>
  )
}
