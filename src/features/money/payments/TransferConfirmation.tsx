import { useId, useState, type MouseEvent } from 'react'
import { ActionBar } from '@/components/ActionBar'
import { Money } from '@/components/Money'
import { Button } from '@/components/ui/Button'
import type { Account } from '@/features/money/accounts/queries'
import { formatPence } from '@/lib/money'
import { toast, type ToastWords } from '@/lib/toast'
import { paymentCopy } from './copy'
import { FromAccount } from './FromAccount'
import type { CheckOutcome } from './payeeCheck'
import { PayeeSummary } from './PayeeSummary'
import type { PaymentDetails } from './payment'
import { PaymentProblem } from './PaymentProblem'

type TransferConfirmationProps = {
  transfer: PaymentDetails
  /** What the payee check has found. Null for a visitor. */
  outcome: CheckOutcome | null
  account: Pick<Account, 'sortCode' | 'accountNumber' | 'balance' | 'pending'>
  isProcessing: boolean
  /** Why the server refused the payment. */
  refusal: ToastWords | null
  onConfirm: () => void
  onEditAmount: () => void
}

/** 'Confirm Payment'. */
export function TransferConfirmation(props: TransferConfirmationProps) {
  const { transfer, outcome, account, isProcessing, refusal, onConfirm, onEditAmount } = props
  const balanceId = useId()
  const [problem, setProblem] = useState<ToastWords | null>(null)

  const handleConfirm = (event: MouseEvent) => {
    // The second click of a double click on 'Continue', which had the same place on the screen, confirms nothing.
    if (event.detail > 1) return
    const found = transfer.amount > account.balance ? paymentCopy.insufficientFunds : null
    setProblem(found)
    if (found === null) onConfirm()
    else toast.error(found)
  }

  return (
    <>
      <div className="space-y-4 pb-6 pt-2">
        <div className="pt-4 text-center">
          <p className="text-figure">
            <span className="block text-secondary">You are sending</span>
            <Money pence={transfer.amount} />
          </p>
          <Button variant="quiet" onClick={onEditAmount}>
            Edit amount
          </Button>
        </div>
        <PayeeSummary payee={transfer} outcome={outcome ?? undefined} />
        <FromAccount id={balanceId} account={account} />
      </div>
      <ActionBar>
        <PaymentProblem words={problem ?? refusal} pending={account.pending} />
        <Button pending={isProcessing} onClick={handleConfirm}>
          Confirm and send {formatPence(transfer.amount)}
        </Button>
      </ActionBar>
    </>
  )
}
