import { Screen } from '@/components/Screen'
import { InsightsCards } from '@/features/insights/InsightsCards'
import { Spending } from '@/features/insights/Spending'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function InsightsScreen() {
  const userId = useUserId()
  return (
    <Screen title="Insights" back={paths.home} width="wide">
      <div className="space-y-3 md:space-y-6">
        <InsightsCards userId={userId} />
        <Spending userId={userId} />
      </div>
    </Screen>
  )
}
