import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import { ExportPanel } from '@/components/ExportPanel'
import { Loaded } from '@/components/Loaded'
import { StaffCard } from '@/components/StaffCard'
import { StaffFilter } from '@/components/StaffFilter'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { Button } from '@/components/ui/Button'
import { useCsvExport } from '@/components/useCsvExport'
import { formatCount } from '@/lib/numbers'
import { useAddressFields } from '@/lib/useAddressFields'
import { agentFileName, startAgentExport, useRunAgentExport } from './agentExport'
import { overviewCopy } from './copy'
import { formatDuration } from './figures'
import { agentFiguresQuery, figureDays } from './queries'

const copy = overviewCopy.agents

/** What each agent answered in a period, and how long their customers waited. */
export function AgentFigures() {
  const { field, setFields } = useAddressFields<'days'>()
  const period = figureDays.find((days) => days === field('days')) ?? '7'
  const figures = useQuery(agentFiguresQuery(Number(period)))
  const csvExport = useCsvExport({ run: useRunAgentExport(), start: startAgentExport, fileName: agentFileName })
  const button = useRef<HTMLButtonElement>(null)
  const [, ...numbers] = copy.columns
  return (
    <>
      <StaffCard
        title={copy.title}
        actions={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <StaffFilter
              label={copy.period}
              value={period}
              options={figureDays.map((days) => [days, copy.periods[days]])}
              onChange={(days) => setFields({ days })}
            />
            <Button
              ref={button}
              variant="secondary"

              pending={csvExport.job !== null}
              onClick={() => csvExport.start(Number(period))}
            >
              <Download aria-hidden className="size-4" />
              {copy.export}
            </Button>
          </div>
        }
      >
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
      <ExportPanel csvExport={csvExport} nothing={copy.nothing} focusFallback={button} />
    </>
  )
}
