import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { LoadFailed } from '@/components/LoadFailed'
import { Screen } from '@/components/Screen'
import { Loading } from '@/components/Loading'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/accounts/queries'
import { paymentCopy } from '@/features/payments/copy'
import { readLaterReceipt, type When } from '@/features/payments/later'
import { LaterDone } from '@/features/payments/LaterDone'
import { readPayee, readPayForm } from '@/features/payments/payForm'
import { readCheck } from '@/features/payments/payeeCheck'
import { PaymentDetailsForm } from '@/features/payments/PaymentDetailsForm'
import { PaymentQuestion } from '@/features/payments/PaymentQuestion'
import { PaymentProgress } from '@/features/payments/PaymentProgress'
import { PayScreen } from '@/features/payments/PayScreen'
import { readReceipt, readStepBefore } from '@/features/payments/payTransferFlow'
import { noTerms } from '@/features/payments/terms'
import { useLaterPayment } from '@/features/payments/useLaterPayment'
import { usePayment } from '@/features/payments/usePayment'
import type { PaymentReason } from '@/features/payments/warnings'
import { clearPayDraft } from '@/features/payments/usePayTransferFlow'
import { PaymentActions } from '@/features/receipts/PaymentActions'
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
  const check = readCheck(state)
  const account = useQuery(userId === null ? accountQueries.demo() : accountQueries.current(userId))
  const receipt = readReceipt(state)
  const payment = usePayment(userId, receipt, (paid) => {
    clearPayDraft(userId)
    // The receipt replaces the form in the history: neither back nor a reload shows the form again.
    return navigate(paths.paymentDetails, { replace: true, state: { receipt: paid } })
  })

  const laterPayment = useLaterPayment((scheduled) => {
    clearPayDraft(userId)
    return navigate(paths.paymentDetails, { replace: true, state: { later: scheduled } })
  })
  const later = readLaterReceipt(state)

  const goBack = () =>
    readStepBefore(state) === 'pay-someone'
      ? void navigate(-1)
      : void navigate(paths.payTransfer, { replace: true, state: { step: 'pay-someone' } })
  const handlePay = async (amount: number, { day, repetition }: When, reason: PaymentReason | null) => {
    if (payee === null) return
    const { recipient, sortCode, accountNumber, reference } = payee
    const terms = { ...noTerms, checkId: check?.id ?? null, reason }
    const details = { recipient, sortCode, accountNumber, reference, amount, repetition, terms }
    if (userId !== null && day === null) return payment.pay(details)
    if (userId !== null && day !== null) return laterPayment.make({ ...details, userId, day })
    toast.info(paymentCopy.demo(amount, recipient))
    void navigate(paths.home)
  }

  if (later !== null) {
    return (
      <Screen title="All done." width="card">
        <LaterDone receipt={later} onAgain={() => void navigate(paths.payTransfer)} />
      </Screen>
    )
  }
  return (
    <PaymentProgress
      title="Pay details"
      payment={payment}
      receipt={receipt}
      onAgain={() => void navigate(paths.payTransfer)}
      userId={userId}
      Actions={PaymentActions}
    >
      <PayScreen isDemo={userId === null} title="Pay details" width="card" back={goBack} close={paths.home}>
        {account.isError && account.data === undefined ? (
          <LoadFailed error={account.error} onRetry={account.refetch} what="your account" />
        ) : payee !== null && account.data !== undefined ? (
          <PaymentDetailsForm
            payee={payee}
            check={check}
            account={account.data}
            initialAmount={
              payment.state === null ? readPayForm(state).amount : penceToPounds(payment.state.payment.amount)
            }
            isProcessing={payment.isSending}
            refusal={payment.refusal ?? laterPayment.refusal}
            refusedAmount={payment.refusedAmount}
            hasPreview={userId !== null}
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
      </PayScreen>
      {laterPayment.asked && (
        <PaymentQuestion {...laterPayment.asked} onAnswer={laterPayment.answer} onBack={laterPayment.drop} />
      )}
    </PaymentProgress>
  )
}
