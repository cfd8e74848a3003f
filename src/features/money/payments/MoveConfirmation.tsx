import { useState, type MouseEvent } from 'react'
import { ActionBar } from '@/components/ActionBar'
import { Money } from '@/components/Money'
import { SpokenDigits } from '@/components/SpokenDigits'
import { Button } from '@/components/ui/Button'
import { Balance } from '@/features/money/accounts/shared'
import { useMoveOwnMoney } from '@/features/money/savings/shared'
import type { OwnAccount } from '@/features/money/savings/queries'
import { messageOf, refusalOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { toast, type ToastWords } from '@/lib/toast'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { paymentCopy } from './copy'
import type { MovedReceipt } from './ownMove'
import { PaymentProblem } from './PaymentProblem'

type MoveConfirmationProps = {
  from: OwnAccount
  to: OwnAccount
  /** In pence. */
  amount: number
  onMoved: (moved: MovedReceipt) => void
  onEditAmount: () => void
}

/** 'Confirm Payment' for a transfer between two accounts of the customer. */
export function MoveConfirmation({ from, to, amount, onMoved, onEditAmount }: MoveConfirmationProps) {
  const { mutate, isPending } = useMoveOwnMoney()
  const { keyFor } = useIdempotencyKey()
  const [problem, setProblem] = useState<ToastWords | null>(null)
  const refuse = (words: ToastWords) => {
    setProblem(words)
    toast.error(words)
  }

  const handleConfirm = (event: MouseEvent) => {
    // The second click of a double click on 'Continue', which had the same place on the screen, confirms nothing.
    if (event.detail > 1) return
    if (amount > from.balance) return refuse(paymentCopy.insufficientFunds)
    setProblem(null)
    mutate(
      { requestId: keyFor({ from: from.id, to: to.id, amount }), move: { from, to, amount } },
      {
        onSuccess: ({ waitsUntil }) => onMoved({ amount, from: from.name, to: to.name, waitsUntil }),
        onError: (error) =>
          refuse(
            refusalOf(error)?.hint === 'insufficient-funds'
              ? paymentCopy.insufficientFunds
              : paymentCopy.failed(messageOf(error)),
          ),
      },
    )
  }

  return (
    <>
      <div className="space-y-4 pb-6 pt-2">
        <div className="pt-4 text-center">
          <p className="text-figure">
            <span className="block text-secondary">You are moving</span>
            <Money pence={amount} />
          </p>
          <Button variant="quiet" onClick={onEditAmount}>
            Edit amount
          </Button>
        </div>
        <Side word="From" account={from} />
        <Side word="To" account={to} />
        {from.waitHours > 0 && <p className="text-secondary">{paymentCopy.move.protected(from.waitHours)}</p>}
      </div>
      <ActionBar>
        <PaymentProblem words={problem} pending={from.pending} />
        <Button pending={isPending} onClick={handleConfirm}>
          Confirm and move {formatPence(amount)}
        </Button>
      </ActionBar>
    </>
  )
}

function Side({ word, account: { name, sortCode, accountNumber, balance } }: { word: string; account: OwnAccount }) {
  return (
    <section aria-label={`${word} ${name}`} className="rounded border border-line bg-card px-4 py-2">
      <h2 className="text-section wrap-anywhere">
        <span className="text-secondary">{word}</span> {name}
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-small tabular-nums">
        <SpokenDigits>{sortCode}</SpokenDigits>
        <SpokenDigits>{accountNumber}</SpokenDigits>
        <span className="ml-auto">
          <span className="text-muted">Balance</span> <Balance pence={balance} className="text-name" />
        </span>
      </p>
    </section>
  )
}
