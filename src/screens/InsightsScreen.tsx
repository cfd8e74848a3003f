import { Columns } from '@/components/Columns'
import { Screen } from '@/components/Screen'
import { InsightsCards } from '@/features/money/insights/InsightsCards'
import { Spending } from '@/features/money/insights/Spending'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function InsightsScreen() {
  const userId = useUserId()
  return (
    <Screen title="Insights" back={paths.home} width="wide">
      <Columns split="halves" main={<InsightsCards userId={userId} />} aside={<Spending userId={userId} />} />
    </Screen>
  )
}
