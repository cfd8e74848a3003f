import { useNavigate } from 'react-router-dom'
import { Screen } from '@/components/Screen'
import { savingsCopy } from '@/features/money/savings/copy'
import { useOpenSavings } from '@/features/money/savings/mutations'
import { nothingTyped, SavingsForm } from '@/features/money/savings/SavingsForm'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { paths, savingsPath } from '@/lib/paths'
import { useUserId } from '@/lib/session'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'

export function OpenSavingsScreen() {
  const userId = useUserId()
  const navigate = useNavigate()
  const open = useOpenSavings()
  const { keyFor } = useIdempotencyKey()
  const { title, text, button, failed } = savingsCopy.open
  return (
    <Screen title={title} back={paths.home} width="card">
      <p className="pb-4 text-secondary">{text}</p>
      <ReadOnlyWhileFrozen>
        <SavingsForm
          initial={nothingTyped}
          draft={`savings:${userId}`}
          label={button}
          failed={failed}
          submit={async (saving) => {
            const id = await open.mutateAsync({ requestId: keyFor(saving), saving })
            // Back from the account does not lead to the form.
            await navigate(savingsPath(id), { replace: true })
          }}
        />
      </ReadOnlyWhileFrozen>
    </Screen>
  )
}
