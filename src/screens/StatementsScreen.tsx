import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { statementQueries } from '@/features/statements/queries'
import { useLiveStatements } from '@/features/statements/realtime'
import { StatementList, StatementListSkeleton } from '@/features/statements/StatementList'
import { londonDay } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function StatementsScreen() {
  const userId = useUserId()
  const client = useQueryClient()
  const months = useQuery(statementQueries.months(userId))
  useLiveStatements(userId)
  const [today] = useState(() => londonDay(new Date()))
  return (
    <Screen title="Statements" back={paths.transactions}>
      <p className="pb-4 text-muted">One statement for each month, to read, print or download.</p>
      <Loaded query={months} what="your statements" skeleton={<StatementListSkeleton />}>
        {(list) => (
          <StatementList
            months={list}
            runningMonth={today.slice(0, 7)}
            onPress={(month) => void client.prefetchQuery(statementQueries.month(userId, month))}
          />
        )}
      </Loaded>
    </Screen>
  )
}
