import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { Screen } from '@/components/Screen'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/accounts/queries'
import { paymentCopy } from '@/features/payments/copy'
import { readPayee } from '@/features/payments/payForm'
import { PaymentDetailsForm } from '@/features/payments/PaymentDetailsForm'
import { PaymentProgress } from '@/features/payments/PaymentProgress'
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

/** Without a session (`userId` null) the screen shows the demo account, and nothing is paid. */
function PaymentDetails({ userId }: { userId: string | null }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const payee = readPayee(state)
  const account = useQuery(userId === null ? accountQueries.demo() : accountQueries.current(userId))
  const payment = usePayment(userId, ({ amount, recipient }) => {
    clearPayDraft(userId)
    // The receipt replaces the form in the history: neither back nor a reload shows the form again.
    return navigate(paths.paymentDetails, { replace: true, state: { receipt: { amount, recipient } } })
  })

  const goBack = () => void navigate(paths.payTransfer, { replace: true, state: { step: 'pay-someone' } })
  const handlePay = (amount: number) => {
    if (payee === null) return
    const { recipient, sortCode, accountNumber, reference } = payee
    if (userId !== null) return payment.pay({ recipient, sortCode, accountNumber, reference, amount })
    toast.info(paymentCopy.demo(amount, recipient))
    void navigate(paths.home)
  }

  return (
    <PaymentProgress
      title="Pay details"
      payment={payment}
      receipt={readReceipt(state)}
      onAgain={() => void navigate(paths.payTransfer)}
    >
      <Screen title="Pay details" back={goBack} close={paths.home}>
        {account.isError && account.data === undefined ? (
          <LoadFailed error={account.error} onRetry={account.refetch} what="your account" />
        ) : payee !== null && account.data !== undefined ? (
          <PaymentDetailsForm
            payee={payee}
            account={account.data}
            initialAmount={payment.state === null ? '' : penceToPounds(payment.state.payment.amount)}
            isProcessing={payment.isSending}
            refusal={payment.refusal}
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
    </PaymentProgress>
  )
}
