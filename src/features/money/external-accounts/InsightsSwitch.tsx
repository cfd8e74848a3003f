import { Switch } from '@/components/ui/Switch'
import { usePendingChanges } from '@/lib/usePendingChanges'
import { externalAccountCopy } from './copy'
import { insightsTurn, useCountInInsights } from './mutations'
import type { ExternalAccount } from './queries'

export function InsightsSwitch({ account }: { account: ExternalAccount }) {
  const { mutate: count } = useCountInInsights(account.id)
  const pressed = usePendingChanges<boolean>(insightsTurn(account.id)).at(-1)
  return (
    <Switch
      {...externalAccountCopy.inInsights}
      checked={pressed ?? account.inInsights}
      onChange={(isOn) => count(isOn)}
    />
  )
}
