import { Switch } from '@/components/ui/Switch'
import type { OwnAccount } from '@/features/money/savings/queries'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { usePendingChanges } from '@/lib/usePendingChanges'
import { automaticCopy } from './copy'
import { roundUpsTurn, useSetRoundUps } from './mutations'

type RoundUpsProps = {
  account: OwnAccount
  /** The customer's open accounts. */
  accounts: OwnAccount[]
}

/** Whether what card payments lack to the next pound moves to this account. */
export function RoundUps({ account, accounts }: RoundUpsProps) {
  const { mutate: set } = useSetRoundUps(account.id)
  const pressed = usePendingChanges<boolean>(roundUpsTurn).at(-1)
  const other = accounts.find(({ id, takesRoundUps }) => takesRoundUps && id !== account.id)
  const { label, hint, elsewhere } = automaticCopy.roundUps
  return (
    <ReadOnlyWhileFrozen>
      <Switch
        label={label}
        hint={other === undefined ? hint : `${hint} ${elsewhere(other.name)}`}
        checked={pressed ?? account.takesRoundUps}
        onChange={(isOn) => set(isOn)}
      />
    </ReadOnlyWhileFrozen>
  )
}
