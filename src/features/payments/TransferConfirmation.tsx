import { useState } from 'react'
import { ActionBar } from '@/components/ActionBar'
import { FormProblem } from '@/components/FormProblem'
import { Money } from '@/components/Money'
import { Button } from '@/components/ui/Button'
import type { Account } from '@/features/accounts/queries'
import { formatPence } from '@/lib/money'
import { readAmount } from '@/lib/paymentRules'
import { toast, type ToastWords } from '@/lib/toast'
import { checkAmount } from './checkPayForm'
import { FromAccount } from './FromAccount'
import type { PayForm } from './payForm'
import { RecipientSummary } from './RecipientSummary'

type TransferConfirmationProps = {
  form: PayForm
  account: Pick<Account, 'sortCode' | 'accountNumber' | 'balance'>
  isProcessing: boolean
  /** Why the bank did not make it. */
  refusal: ToastWords | null
  onConfirm: (amount: number) => void
}

/** 'Confirm Payment': the last look before a transfer. */
export function TransferConfirmation({ form, account, isProcessing, refusal, onConfirm }: TransferConfirmationProps) {
  const [problem, setProblem] = useState<ToastWords | null>(null)
  const amount = readAmount(form.amount) ?? 0

  const handleConfirm = () => {
    const found = checkAmount(form.amount, account.balance)
    setProblem(found)
    if (found === null) onConfirm(amount)
    else toast.error(found)
  }

  return (
    <>
      <div className="space-y-4 pb-6 pt-2">
        <p className="py-4 text-center">
          <span className="block text-sm text-muted">You are sending</span>
          <Money pence={amount} className="text-2xl font-bold" />
        </p>
        <RecipientSummary
          recipient={form.recipient.trim()}
          sortCode={form.sortCode}
          accountNumber={form.accountNumber.trim()}
        />
        <FromAccount account={account} />
      </div>
      <ActionBar>
        <FormProblem words={problem ?? refusal} />
        <Button pending={isProcessing} onClick={handleConfirm}>
          Confirm and send {formatPence(amount)}
        </Button>
      </ActionBar>
    </>
  )
}
