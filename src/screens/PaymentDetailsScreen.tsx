import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { buttonLook } from '@/components/ui/buttonLook'
import { accountQueries } from '@/features/money/accounts/queries'
import { readCheck } from '@/features/money/payments/payeeCheck'
import { PayeeCheckSheet } from '@/features/money/payments/PayeeCheckSheet'
import { readChange, readIsRegular, readIsSaved, readPayee, readPayForm } from '@/features/money/payments/payForm'
import { readReason } from '@/features/money/payments/payment'
import { PaymentDetailsForm } from '@/features/money/payments/PaymentDetailsForm'
import { PaymentProgress } from '@/features/money/payments/PaymentProgress'
import { PayScreen } from '@/features/money/payments/PayScreen'
import { readStepBefore } from '@/features/money/payments/payTransferFlow'
import { usePayment } from '@/features/money/payments/usePayment'
import { useSavedPayeeCheck } from '@/features/money/payments/useSavedPayeeCheck'
import { PaymentActions } from '@/features/money/receipts/PaymentActions'
import { penceToPounds } from '@/lib/money'
import { paths } from '@/lib/paths'
import { useStickyError } from '@/lib/queryState'
import { useSession } from '@/lib/session'

export function PaymentDetailsScreen() {
  const { status, userId } = useSession()
  if (status === 'loading') return <Loading full />
  return <PayDetails key={userId} userId={userId} />
}

/** Without a session (`userId` null) the screen shows the demo account, and nothing is paid. */
function PayDetails({ userId }: { userId: string | null }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const payee = readPayee(state)
  const isSaved = readIsSaved(state)
  const change = readChange(state)
  const title = change === null ? 'Pay details' : 'Change payment'
  const saved = useSavedPayeeCheck(userId, isSaved ? payee : null)
  const account = useQuery(userId === null ? accountQueries.demo() : accountQueries.current(userId))
  const failure = useStickyError(account)
  const payment = usePayment(userId)

  const goBack = () =>
    change !== null
      ? void navigate(paths.regularPayments, { replace: true })
      : readStepBefore(state) === null
        ? void navigate(paths.payTransfer, { replace: true, state: { step: isSaved ? 'menu' : 'pay-someone' } })
        : void navigate(-1)
  const editPayee = () =>
    isSaved && change === null ? void navigate(paths.payTransfer, { state: { payee: readPayForm(state) } }) : goBack()

  return (
    <PaymentProgress
      title={title}
      payment={payment}
      onAgain={() => void navigate(paths.payTransfer)}
      onEdit={editPayee}
      userId={userId}
      Actions={PaymentActions}
    >
      <PayScreen isDemo={userId === null} title={title} width="card" back={goBack} close={paths.home}>
        {failure !== null ? (
          <LoadFailed error={failure} onRetry={account.refetch} what="your account" />
        ) : payee !== null && account.data !== undefined ? (
          <PaymentDetailsForm
            payee={payee}
            isSaved={isSaved}
            change={change}
            isRegular={readIsRegular(state)}
            check={isSaved ? saved.check : readCheck(state)}
            isChecking={saved.isPending}
            isFriend={saved.isFriend}
            account={account.data}
            initialAmount={
              payment.state === null ? readPayForm(state).amount : penceToPounds(payment.state.payment.amount)
            }
            initialReason={readReason(state)}
            {...payment.form}
            hasPreview={userId !== null}
            onPay={payment.pay}
          />
        ) : (
          <Loading />
        )}
        {saved.asked !== null && (
          <PayeeCheckSheet
            answer={saved.asked}
            accountType={null}
            onCorrect={(correction) =>
              void navigate(paths.paymentDetails, {
                replace: true,
                state: { ...readPayForm(state), ...correction, isSaved },
              })
            }
            onContinue={saved.accept}
            onEdit={editPayee}
            onClose={goBack}
          />
        )}
        {payee === null && (
          <Link to={paths.payTransfer} className={buttonLook('secondary')}>
            Back to Pay & Transfer
          </Link>
        )}
      </PayScreen>
    </PaymentProgress>
  )
}
