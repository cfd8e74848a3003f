import { Switch } from '@/components/ui/Switch'
import { useSetFinancialSupport } from './mutations'
import type { User } from './queries'

/** Users cannot change their own rights, and only super admins those of other staff. */
export function SupportSwitch({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { mutate, isPending, variables: granted } = useSetFinancialSupport(user.id)
  return (
    <Switch
      label="Financial Support Access"
      checked={isPending ? granted : user.hasFinancialSupport}
      disabled={isSelf || !user.isPinVisible}
      onChange={(isGranted) => mutate(isGranted)}
    />
  )
}
