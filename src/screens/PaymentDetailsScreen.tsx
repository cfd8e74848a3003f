import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { Screen } from '@/components/Screen'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/accounts/queries'
import { paymentCopy } from '@/features/payments/copy'
import { failureWords } from '@/features/payments/mutations'
import { readPayee } from '@/features/payments/payForm'
import { PaymentChecking } from '@/features/payments/PaymentChecking'
import { PaymentDetailsForm } from '@/features/payments/PaymentDetailsForm'
import { PaymentDone } from '@/features/payments/PaymentDone'
import { readReceipt } from '@/features/payments/payTransferFlow'
import { usePayment } from '@/features/payments/usePayment'
import { clearPayDraft } from '@/features/payments/usePayTransferFlow'
import { penceToPounds } from '@/lib/money'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'

export function PaymentDetailsScreen() {
  const { status, userId } = useSession()
  if (status === 'loading') return <Loading full />
  return <PaymentDetails key={userId} userId={userId} />
}

/** Without a signed-in person (`userId` null) the demo account stands in, and nothing is paid. */
function PaymentDetails({ userId }: { userId: string | null }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const payee = readPayee(state)
  const account = useQuery(userId === null ? accountQueries.demo() : accountQueries.current(userId))
  const payment = usePayment(userId, ({ amount, recipient }) => {
    clearPayDraft(userId)
    // The receipt takes the form's place in the history: neither back nor a reload shows the form again.
    return navigate(paths.paymentDetails, { replace: true, state: { receipt: { amount, recipient } } })
  })

  const goBack = () => void navigate(paths.payTransfer, { replace: true, state: { step: 'pay-someone' } })
  const handlePay = (amount: number) => {
    if (payee === null) return
    if (userId === null) {
      toast.info(paymentCopy.demo(amount, payee.recipient))
      void navigate(paths.home)
      return
    }
    const { recipient, sortCode, accountNumber, reference } = payee
    payment.pay({ recipient, sortCode, accountNumber, reference, amount })
  }

  const receipt = payment.status === 'paid' ? payment.payment : readReceipt(state)
  if (receipt !== null) {
    return (
      <Screen title="All done.">
        <PaymentDone receipt={receipt} onAgain={() => void navigate(paths.payTransfer)} />
      </Screen>
    )
  }
  if (payment.payment !== null && (payment.status === 'checking' || payment.status === 'unconfirmed')) {
    return (
      <Screen title="Pay details" close={paths.home}>
        <PaymentChecking
          payment={payment.payment}
          isUnconfirmed={payment.status === 'unconfirmed'}
          onCheckAgain={payment.checkAgain}
        />
      </Screen>
    )
  }
  return (
    <Screen title="Pay details" back={goBack} close={paths.home}>
      {account.isError && account.data === undefined ? (
        <LoadFailed error={account.error} onRetry={account.refetch} what="your account" />
      ) : payee !== null && account.data !== undefined ? (
        <PaymentDetailsForm
          payee={payee}
          account={account.data}
          initialAmount={payment.payment === null ? '' : penceToPounds(payment.payment.amount)}
          isProcessing={payment.status === 'sending'}
          refusal={payment.error && failureWords(payment.error)}
          onPay={handlePay}
        />
      ) : (
        <Loading />
      )}
      {payee === null && (
        <Link to={paths.payTransfer} className={buttonLook('secondary')}>
          Back to Pay & Transfer
        </Link>
      )}
    </Screen>
  )
}
