import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { CaseTimeline } from '@/features/care/cases/CaseTimeline'
import { caseCopy } from '@/features/care/cases/copy'
import { caseQueries } from '@/features/care/cases/queries'
import { wordsOf } from '@/lib/codeWords'
import { londonDay } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function CaseScreen() {
  const { id = '' } = useParams()
  const query = useQuery(caseQueries.one(useUserId(), id))
  return (
    <Screen title={query.data === undefined ? 'Case' : wordsOf(caseCopy.kinds, query.data.kind)} back={paths.cases}>
      <Loaded query={query} what="this case" skeleton={<Skeleton className="h-80" />}>
        {(shown) => <CaseTimeline shown={shown} today={londonDay(new Date(query.dataUpdatedAt))} />}
      </Loaded>
    </Screen>
  )
}
