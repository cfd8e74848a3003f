import { Screen } from '@/components/Screen'
import { InsightsCards } from '@/features/insights/InsightsCards'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function InsightsScreen() {
  const userId = useUserId()
  return (
    <Screen title="Insights" back={paths.home}>
      <InsightsCards userId={userId} />
    </Screen>
  )
}
