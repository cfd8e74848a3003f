import { useQuery } from '@tanstack/react-query'
import { AskButton } from '@/components/AskButton'
import { Button } from '@/components/ui/Button'
import { formatPence } from '@/lib/money'
import { useStickyError } from '@/lib/queryState'
import { bankPaymentCopy } from './copy'
import { useAnswerRecall } from './mutations'
import { bankPaymentQueries, type BankPayment } from './queries'

type BankPaymentStateProps = {
  transaction: { id: string; status: string; reversedAt: string | null; amount: number }
}

/** What another bank has decided about a payment. Nothing for a payment that no other bank takes part in. */
export function BankPaymentState({ transaction }: BankPaymentStateProps) {
  const payment = useQuery(bankPaymentQueries.of(transaction))
  const failure = useStickyError(payment)
  const { data } = payment
  if (data === null) return null
  return (
    <>
      {data !== undefined && (
        <div role="status" className="mt-3 rounded bg-sunken px-4 py-2.5">
          <p>{wordsFor(data)}</p>
          {isAskedBack(data) && <RecallQuestion transactionId={transaction.id} amount={transaction.amount} />}
        </div>
      )}
      {(failure !== null || payment.isRefetchError) && (
        <p className="mt-3 text-secondary">
          {bankPaymentCopy.failed}{' '}
          <button
            type="button"
            onClick={() => void payment.refetch()}
            className="min-h-11 text-name text-brand underline"
          >
            Try again
          </button>
        </p>
      )}
    </>
  )
}

const isAskedBack = ({ isOutgoing, state, recall }: BankPayment) =>
  !isOutgoing && state === 'accepted' && recall === 'asked'

function wordsFor({ isOutgoing, state, recall, recallWords, reason }: BankPayment): string {
  if (!isOutgoing) {
    if (state === 'returning') return bankPaymentCopy.returning
    if (state === 'returned') return bankPaymentCopy.incomingReturned
    if (recall === 'asked') return bankPaymentCopy.incomingAsked
    return recall === 'refused' ? bankPaymentCopy.incomingKept : bankPaymentCopy.accepted
  }
  // The details of a payment that failed say by themselves that the money is back.
  if (state === 'rejected' || state === 'returned')
    return [bankPaymentCopy[state], reason, state === 'returned' && bankPaymentCopy.isBack].filter(Boolean).join(' ')
  if (recallWords !== null) return recall === 'refused' ? `${recallWords} ${bankPaymentCopy.furtherHelp}` : recallWords
  return state === 'sent' ? bankPaymentCopy.sent : bankPaymentCopy.accepted
}

function RecallQuestion({ transactionId, amount }: { transactionId: string; amount: number }) {
  const giveBack = useAnswerRecall(true)
  const keep = useAnswerRecall(false)
  const pounds = formatPence(amount)
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <AskButton
        label={bankPaymentCopy.giveBack(pounds)}
        change={giveBack}
        question={{
          title: bankPaymentCopy.giveBackTitle(pounds),
          text: bankPaymentCopy.giveBackText,
          args: transactionId,
        }}
        pending={keep.isPending}
      />
      <Button
        variant="secondary"
        pending={keep.isPending || giveBack.isPending}
        onClick={() => keep.mutate(transactionId)}
      >
        {bankPaymentCopy.keep}
      </Button>
    </div>
  )
}
