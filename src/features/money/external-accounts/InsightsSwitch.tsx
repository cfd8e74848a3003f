import { Switch } from '@/components/ui/Switch'
import { externalAccountCopy } from './copy'
import { useCountInInsights } from './mutations'
import type { ExternalAccount } from './queries'

export function InsightsSwitch({ account }: { account: ExternalAccount }) {
  const { mutate: count, variables, isPending } = useCountInInsights(account.id)
  return (
    <Switch
      {...externalAccountCopy.inInsights}
      // While a change is sent, the switch shows the new state.
      checked={isPending ? variables : account.inInsights}
      onChange={(isOn) => count(isOn)}
    />
  )
}
