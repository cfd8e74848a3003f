import { Switch } from '@/components/ui/Switch'
import { usePendingChanges } from '@/lib/usePendingChanges'
import { userCopy } from './copy'
import { supportTurn, useSetFinancialSupport } from './mutations'
import type { User } from './queries'

/** Users cannot change their own rights, only super admins those of other staff, and nobody else can use this one. */
export function SupportSwitch({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { mutate } = useSetFinancialSupport(user.id)
  const pressed = usePendingChanges<boolean>(supportTurn(user.id)).at(-1)
  const hint = user.isAdmin ? undefined : userCopy.supportForAdmins
  return (
    <div title={hint} className="w-full max-lg:pb-2">
      <Switch
        label="Financial Support Access"
        checked={pressed ?? user.hasFinancialSupport}
        disabled={isSelf || !user.isPinVisible || (!user.isAdmin && !user.hasFinancialSupport)}
        onChange={(isGranted) => mutate(isGranted)}
      />
      {hint !== undefined && <p className="text-secondary">{hint}</p>}
    </div>
  )
}
