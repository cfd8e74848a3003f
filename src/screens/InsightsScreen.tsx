import { Screen } from '@/components/Screen'
import { InsightsCards } from '@/features/insights/InsightsCards'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'

export function InsightsScreen() {
  const { userId } = useSession()
  return (
    <Screen title="Insights" back={paths.home}>
      <InsightsCards userId={userId} />
    </Screen>
  )
}
