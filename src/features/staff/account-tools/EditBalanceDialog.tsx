import { useState } from 'react'
import { AmountField } from '@/components/AmountField'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { askingCopy, useRequestApproval } from '@/features/staff/approvals/shared'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { parsePounds, penceToPounds } from '@/lib/money'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { accountToolsCopy } from './copy'
import { balanceFailureWords, useEditBalance } from './mutations'

/** `balance` in pence. */
export function EditBalanceDialog({ balance, onClose }: { balance: number; onClose: () => void }) {
  const edit = useEditBalance()
  const userId = useUserId()
  const request = useRequestApproval()
  /** The new balance that a second administrator must approve. */
  const [waiting, setWaiting] = useState<number | null>(null)
  const form = useForm({
    initial: { balance: penceToPounds(balance) },
    draft: `balance:${userId}`,
    forgetsOnLeave: true,
    check: (typed) => parsePounds(typed.balance) ?? invalidBalance,
    submit: async (pence) => {
      if (pence === balance || (await edit.mutateAsync(pence))) onClose()
      else setWaiting(pence)
    },
    failure: balanceFailureWords,
  })

  if (waiting !== null)
    return (
      <ReasonDialog
        {...askingCopy.question}
        submit={(reason) =>
          request.mutateAsync({ request: { kind: 'balance', userId, balance: waiting, seenBalance: balance }, reason })
        }
        onClose={onClose}
      />
    )
  return (
    <Dialog open onOpenChange={onClose} title="Edit Current Account Balance">
      <ReadOnlyWhileFrozen>
        <form {...form.props} className="space-y-4">
          <AmountField
            label="New Balance"
            value={form.values.balance}
            onChange={(typed) => form.set({ balance: typed })}
            error={form.errors.balance}
          />
          <Button type="submit" pending={form.isPending} className="w-full">
            Update Balance
          </Button>
        </form>
      </ReadOnlyWhileFrozen>
    </Dialog>
  )
}

const invalidBalance = {
  toast: { title: accountToolsCopy.balanceFailed, text: accountToolsCopy.invalidBalance },
  errors: { balance: accountToolsCopy.invalidBalance },
}
