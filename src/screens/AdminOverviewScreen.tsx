import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { StaffFilter } from '@/components/StaffFilter'
import { StaffScreen } from '@/components/StaffScreen'
import { overviewCopy } from '@/features/staff/overview/copy'
import { FigureGrid } from '@/features/staff/overview/FigureGrid'
import { formatSeconds, toFigures } from '@/features/staff/overview/figures'
import { figureDays, overviewQuery, type Overview } from '@/features/staff/overview/queries'
import { TodoList } from '@/features/staff/overview/TodoList'
import { toTodos } from '@/features/staff/overview/todos'
import { lazyPart } from '@/lib/lazyPart'
import { useAddressFields } from '@/lib/useAddressFields'

const AgentFigures = lazyPart(async () => (await import('@/features/staff/overview/AgentFigures')).AgentFigures)
const OverviewExport = lazyPart(async () => (await import('@/features/staff/overview/OverviewExport')).OverviewExport)

/** Without a right there are neither figures of a time nor of now. */
const hasFigures = ({ period, week_before: before, ...now }: Overview) =>
  [period, before, now].flatMap((parts) => Object.values<unknown>(parts)).some((part) => part !== null)

/** Agents see themselves, super admins everybody. */
const hasAgents = ({ chats, jobs }: Overview) => chats !== null || jobs !== null

export function AdminOverviewScreen() {
  const { field, setFields } = useAddressFields<'days'>()
  const period = figureDays.find((known) => known === field('days')) ?? '1'
  const days = Number(period)
  const overview = useQuery({ ...overviewQuery(days), placeholderData: keepPreviousData })
  const shown = overview.data
  return (
    <StaffScreen
      title={overviewCopy.title}
      actions={
        <>
          <StaffFilter
            label={overviewCopy.period}
            value={period}
            options={figureDays.map((each) => [each, overviewCopy.periods[each]])}
            onChange={(chosen) => setFields({ days: chosen })}
          />
          {shown !== undefined && hasFigures(shown) && <OverviewExport days={days} hasAgents={hasAgents(shown)} />}
        </>
      }
    >
      <Loaded query={overview} what={overviewCopy.what} skeleton={<Skeleton className="h-28" />}>
        {(data) => {
          const since = data.chats?.waiting_since ?? null
          const seconds = since === null ? null : (overview.dataUpdatedAt - Date.parse(since)) / 1000
          const waited = seconds === null ? null : formatSeconds(Math.max(0, Math.floor(seconds)))
          return hasFigures(data) ? (
            <>
              <TodoList todos={toTodos(data, waited)} />
              <FigureGrid figures={toFigures(data, days)} />
              {hasAgents(data) && <AgentFigures days={days} />}
            </>
          ) : (
            <p className="text-secondary">{overviewCopy.none}</p>
          )
        }}
      </Loaded>
    </StaffScreen>
  )
}
