import { useState } from 'react'
import { AmountField } from '@/components/AmountField'
import { FormDialog } from '@/components/FormDialog'
import { askingCopy } from '@/features/staff/approvals/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import type { SavingsOfUser } from '@/features/staff/staff-transactions/shared'
import { parsePounds, penceToPounds } from '@/lib/money'
import { useForm } from '@/lib/useForm'
import { userCopy } from './copy'
import { useRequestBalance, useUpdateUser } from './mutations'

type EditSavingsDialogProps = { userId: string; account: SavingsOfUser; onClose: () => void }

/** Sets the balance of a savings account, or asks a second administrator for it. */
export function EditSavingsDialog({ userId, account, onClose }: EditSavingsDialogProps) {
  const { title, text, label } = userCopy.editSavings
  const update = useUpdateUser()
  const request = useRequestBalance()
  /** The new balance that a second administrator must approve. */
  const [waiting, setWaiting] = useState<number | null>(null)
  const updateOf = (balance: number) => ({
    userId,
    change: { balance },
    seenBalance: account.balance,
    accountId: account.id,
  })
  const form = useForm({
    initial: { balance: penceToPounds(account.balance) },
    check: (typed) => parsePounds(typed.balance) ?? { errors: { balance: userCopy.invalidBalance } },
    submit: async (balance) => {
      if (balance === account.balance || (await update.mutateAsync(updateOf(balance)))) onClose()
      else setWaiting(balance)
    },
    failedField: () => 'balance',
  })
  if (waiting !== null)
    return (
      <ReasonDialog
        {...askingCopy.question}
        submit={(reason) => request.mutateAsync({ update: updateOf(waiting), reason })}
        onClose={onClose}
      />
    )
  return (
    <FormDialog title={title} text={text(account.account_number)} form={form} label="Save Changes" onClose={onClose}>
      <AmountField
        label={label}
        value={form.values.balance}
        onChange={(balance) => form.set({ balance })}
        error={form.errors.balance}
      />
    </FormDialog>
  )
}
