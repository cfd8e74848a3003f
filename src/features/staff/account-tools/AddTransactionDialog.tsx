import { AmountField } from '@/components/AmountField'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { InputField } from '@/components/ui/Input'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { nameLimit, referenceLimit } from '@/lib/paymentRules'
import type { useTransactionForm } from './useTransactionForm'

type AddTransactionDialogProps = {
  /** Belongs to the screen: closing the dialog keeps what was typed. */
  form: ReturnType<typeof useTransactionForm>
  onClose: () => void
}

export function AddTransactionDialog({ form, onClose }: AddTransactionDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Add Transaction">
      <ReadOnlyWhileFrozen>
        <form {...form.props} className="space-y-4">
          <InputField
            label="Recipient"
            {...form.field('recipient')}
            required
            autoComplete="off"
            maxLength={nameLimit}
          />
          <AmountField
            label="Amount"
            value={form.values.amount}
            onChange={(amount) => form.set({ amount })}
            error={form.errors.amount}
          />
          <InputField label="Reference" {...form.field('reference')} autoComplete="off" maxLength={referenceLimit} />
          <Button type="submit" pending={form.isPending} className="w-full">
            Add Transaction
          </Button>
        </form>
      </ReadOnlyWhileFrozen>
    </Dialog>
  )
}
