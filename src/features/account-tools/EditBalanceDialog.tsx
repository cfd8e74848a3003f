import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { parsePounds, penceToPounds } from '@/lib/money'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { accountToolsCopy } from './copy'
import { balanceFailureWords, useEditBalance } from './mutations'

/** `balance` in pence. */
export function EditBalanceDialog({ balance, onClose }: { balance: number; onClose: () => void }) {
  const edit = useEditBalance()
  const userId = useUserId()
  const form = useForm({
    initial: { balance: penceToPounds(balance) },
    draft: `balance:${userId}`,
    forgetsOnLeave: true,
    check: (typed) => parsePounds(typed.balance) ?? invalidBalance,
    submit: (pence) => edit.mutateAsync(pence),
    onSuccess: onClose,
    failure: balanceFailureWords,
  })

  return (
    <Dialog open onOpenChange={onClose} title="Edit Current Account Balance">
      <form {...form.props} className="space-y-4">
        <AmountField
          label="New Balance"
          value={form.values.balance}
          onChange={(typed) => form.set({ balance: typed })}
          error={form.errors.balance}
        />
        <FormProblem words={form.problem} />
        <Button type="submit" pending={form.isPending} className="w-full">
          Update Balance
        </Button>
      </form>
    </Dialog>
  )
}

const invalidBalance = {
  toast: { title: accountToolsCopy.balanceFailed, text: accountToolsCopy.invalidBalance },
  errors: { balance: accountToolsCopy.invalidBalance },
}
