import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { Screen } from '@/components/Screen'
import { accountQueries } from '@/features/accounts/queries'
import { paymentCopy } from '@/features/payments/copy'
import { failureWords } from '@/features/payments/mutations'
import { PayeeForm } from '@/features/payments/PayeeForm'
import type { Payee } from '@/features/payments/payForm'
import { PaymentChecking } from '@/features/payments/PaymentChecking'
import { PaymentDone } from '@/features/payments/PaymentDone'
import { PayMenu } from '@/features/payments/PayMenu'
import { TransferConfirmation } from '@/features/payments/TransferConfirmation'
import { TransferForm } from '@/features/payments/TransferForm'
import { usePayment } from '@/features/payments/usePayment'
import { usePayTransferFlow } from '@/features/payments/usePayTransferFlow'
import { RecentRecipients } from '@/features/recipients/RecentRecipients'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { formatSortCode } from '@/lib/sortCode'
import { toast } from '@/lib/toast'

export function PayTransferScreen() {
  const { status, userId } = useSession()
  if (status === 'loading') return <Loading full />
  return <PayTransfer key={userId} userId={userId} />
}

/** Without a signed-in person (`userId` null) the demo account stands in, and nothing is paid. */
function PayTransfer({ userId }: { userId: string | null }) {
  const navigate = useNavigate()
  const [flow, send] = usePayTransferFlow(userId)
  const account = useQuery(userId === null ? accountQueries.demo() : accountQueries.current(userId))
  const payment = usePayment(userId, ({ amount, recipient }) => send({ type: 'paid', receipt: { amount, recipient } }))

  const handleConfirm = (amount: number) => {
    const recipient = flow.form.recipient.trim()
    if (userId === null) {
      toast.info(paymentCopy.demo(amount, recipient))
      void navigate(paths.home)
      return
    }
    payment.pay({
      recipient,
      sortCode: formatSortCode(flow.form.sortCode.trim()),
      accountNumber: flow.form.accountNumber.trim(),
      amount,
      reference: '',
    })
  }
  const handlePayeeChecked = (payee: Payee) => void navigate(paths.paymentDetails, { state: payee })

  const receipt = payment.status === 'paid' ? payment.payment : flow.receipt
  if (receipt !== null) {
    return (
      <Screen title="All done.">
        <PaymentDone receipt={receipt} onAgain={() => void send({ type: 'move money again' })} />
      </Screen>
    )
  }
  if (payment.payment !== null && (payment.status === 'checking' || payment.status === 'unconfirmed')) {
    return (
      <Screen title="Pay & Transfer" close={paths.home}>
        <PaymentChecking
          payment={payment.payment}
          isUnconfirmed={payment.status === 'unconfirmed'}
          onCheckAgain={payment.checkAgain}
        />
      </Screen>
    )
  }
  switch (flow.step) {
    case 'pay-someone':
      return (
        <Screen title="Add new payee" close={() => void send({ type: 'close' })}>
          <PayeeForm
            form={flow.form}
            onChange={(change) => void send({ type: 'type', change })}
            onChecked={handlePayeeChecked}
          />
        </Screen>
      )
    case 'transfer-accounts':
      return (
        <Screen title="Transfer Between Accounts" back={() => void send({ type: 'back' })}>
          <TransferForm
            form={flow.form}
            onChange={(change) => void send({ type: 'type', change })}
            onContinue={() => void send({ type: 'continue' })}
          />
        </Screen>
      )
    case 'confirmation':
      return (
        <Screen title="Confirm Payment" back={() => void send({ type: 'back' })}>
          {account.data !== undefined ? (
            <TransferConfirmation
              form={flow.form}
              account={account.data}
              isProcessing={payment.status === 'sending'}
              refusal={payment.error && failureWords(payment.error)}
              onConfirm={handleConfirm}
            />
          ) : account.isError ? (
            <LoadFailed error={account.error} onRetry={account.refetch} what="your account" />
          ) : (
            <Loading />
          )}
        </Screen>
      )
    default:
      return (
        <Screen title="Pay & Transfer" back={paths.home}>
          <PayMenu onChoose={(step) => void send({ type: 'choose', step })} />
          {userId !== null && (
            <div className="mt-6">
              <RecentRecipients
                userId={userId}
                onSelect={({ holderName, sortCode, accountNumber }) =>
                  void send({ type: 'choose payee', payee: { recipient: holderName, sortCode, accountNumber } })
                }
              />
            </div>
          )}
        </Screen>
      )
  }
}
