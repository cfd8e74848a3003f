import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { StaffScreen } from '@/components/StaffScreen'
import { overviewCopy } from '@/features/staff/overview/copy'
import { FigureGrid } from '@/features/staff/overview/FigureGrid'
import { formatSeconds, toFigures } from '@/features/staff/overview/figures'
import { overviewQuery } from '@/features/staff/overview/queries'
import { TodoList } from '@/features/staff/overview/TodoList'
import { toTodos } from '@/features/staff/overview/todos'
import { lazyPart } from '@/lib/lazyPart'

const AgentFigures = lazyPart(async () => (await import('@/features/staff/overview/AgentFigures')).AgentFigures)

export function AdminOverviewScreen() {
  const overview = useQuery(overviewQuery)
  return (
    <StaffScreen title={overviewCopy.title}>
      <Loaded query={overview} what={overviewCopy.what} skeleton={<Skeleton className="h-28" />}>
        {(data) => {
          const since = data.chats?.waiting_since ?? null
          const seconds = since === null ? null : (overview.dataUpdatedAt - Date.parse(since)) / 1000
          const waited = seconds === null ? null : formatSeconds(Math.max(0, Math.floor(seconds)))
          return Object.values(data).every((part) => part === null) ? (
            <p className="text-secondary">{overviewCopy.none}</p>
          ) : (
            <>
              <TodoList todos={toTodos(data, waited)} />
              <FigureGrid figures={toFigures(data)} />
              {(data.chats !== null || data.jobs !== null) && <AgentFigures />}
            </>
          )
        }}
      </Loaded>
    </StaffScreen>
  )
}
