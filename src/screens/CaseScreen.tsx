import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { CaseTimeline } from '@/features/care/cases/CaseTimeline'
import { titleOf, withView } from '@/features/care/cases/kinds'
import { caseQueries } from '@/features/care/cases/queries'
import { londonDay } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function CaseScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...caseQueries.one(useUserId(), id), select: withView })
  const today = londonDay(new Date(query.dataUpdatedAt))
  return (
    <Screen title={query.data === undefined ? 'Case' : titleOf(query.data.shown.kind)} back={paths.cases}>
      <Loaded query={query} what="this case" skeleton={<Skeleton className="h-80" />}>
        {({ shown, view }) => <CaseTimeline shown={shown} view={view(today)} today={today} />}
      </Loaded>
    </Screen>
  )
}
