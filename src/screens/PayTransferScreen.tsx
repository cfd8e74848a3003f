import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Columns } from '@/components/Columns'
import { LoadFailed } from '@/components/LoadFailed'
import { Loading } from '@/components/Loading'
import { useIsWide } from '@/components/useIsWide'
import { accountQueries } from '@/features/money/accounts/queries'
import { PayeeForm } from '@/features/money/payments/PayeeForm'
import { PayScreen } from '@/features/money/payments/PayScreen'
import { readIsRegular, readPayForm } from '@/features/money/payments/payForm'
import { PayMenu } from '@/features/money/payments/PayMenu'
import type { PayTransferAction, ShownPayTransfer } from '@/features/money/payments/payTransferFlow'
import { PaymentProgress } from '@/features/money/payments/PaymentProgress'
import { TransferConfirmation } from '@/features/money/payments/TransferConfirmation'
import { TransferForm } from '@/features/money/payments/TransferForm'
import { ownSidesOf, readMoved } from '@/features/money/payments/ownMove'
import { usePayment } from '@/features/money/payments/usePayment'
import { usePayTransferFlow } from '@/features/money/payments/usePayTransferFlow'
import { PaymentActions } from '@/features/money/receipts/PaymentActions'
import { RecentRecipients } from '@/features/money/recipients/RecentRecipients'
import { isOpen, savingsQueries } from '@/features/money/savings/queries'
import { lazyPart } from '@/lib/lazyPart'
import { paths } from '@/lib/paths'
import { isFirstRead, useStickyError } from '@/lib/queryState'
import { useSession } from '@/lib/session'

/** Of customers with savings accounts. */
const MoveConfirmation = lazyPart(
  async () => (await import('@/features/money/payments/MoveConfirmation')).MoveConfirmation,
  <Loading />,
)
const MoveDone = lazyPart(async () => (await import('@/features/money/payments/MoveDone')).MoveDone)

export function PayTransferScreen() {
  const { status, userId } = useSession()
  if (status === 'loading') return <Loading full />
  return <PayTransfer key={userId} userId={userId} />
}

/** Without a session (`userId` null) the screen shows the demo account, and nothing is paid. */
function PayTransfer({ userId }: { userId: string | null }) {
  const [flow, send] = usePayTransferFlow(userId)
  const payment = usePayment(userId)

  return (
    <PaymentProgress
      title="Pay & Transfer"
      payment={payment}
      onAgain={() => void send({ type: 'move money again' })}
      onEdit={() => void send({ type: 'edit amount' })}
      userId={userId}
      Actions={PaymentActions}
    >
      <Step userId={userId} flow={flow} send={send} payment={payment} />
    </PaymentProgress>
  )
}

/** Phones begin with the menu. Desktops have room for the people in the wide column, where reading begins. */
function PayColumns({ menu, people }: { menu: ReactNode; people: ReactNode }) {
  return useIsWide() ? <Columns main={people} aside={menu} /> : <Columns main={menu} aside={people} />
}

type StepProps = {
  userId: string | null
  flow: ShownPayTransfer
  send: (action: PayTransferAction) => void | Promise<void>
  payment: ReturnType<typeof usePayment>
}

function Step({ userId, flow, send, payment }: StepProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isRegular = readIsRegular(state)
  const account = useQuery(userId === null ? accountQueries.demo() : accountQueries.current(userId))
  const failure = useStickyError(account)
  // Read from the menu on, so that the transfer form seldom waits for them.
  const own = useQuery({
    ...savingsQueries.accounts(userId ?? ''),
    enabled: userId !== null && flow.step !== 'pay-someone',
  })
  const accounts = own.data?.filter(isOpen) ?? null
  const { transfer, check: payeeCheck } = flow

  switch (flow.step) {
    case 'pay-someone':
      return (
        <PayScreen
          isDemo={userId === null}
          title="Add new payee"
          width="card"
          close={() => void send({ type: 'close' })}
        >
          <PayeeForm
            userId={userId}
            initial={flow.form}
            onChange={(change) => void send({ type: 'type', change })}
            onChecked={(payee, check) =>
              void navigate(paths.paymentDetails, {
                state: { ...payee, check, amount: flow.form.amount, from: flow.step, isRegular },
              })
            }
          />
        </PayScreen>
      )
    case 'transfer-accounts':
      return (
        <PayScreen isDemo={userId === null} title="Transfer Between Accounts" width="card" back={paths.payTransfer}>
          {isFirstRead(own) ? (
            <Loading />
          ) : (
            <TransferForm
              userId={userId}
              initial={flow.form}
              accounts={accounts}
              onChange={(change) => void send({ type: 'type', change })}
              onChecked={(form, check) => void send({ type: 'continue', form, check })}
            />
          )}
        </PayScreen>
      )
    case 'confirmation': {
      const sides = ownSidesOf(flow.form, accounts ?? [])
      const ownTarget = sides?.to ?? null
      return (
        <PayScreen
          isDemo={userId === null}
          title="Confirm Payment"
          width="card"
          // As specified, except that no payee is added for one's own account.
          back={() => void send({ type: ownTarget !== null ? 'edit amount' : 'back' })}
        >
          {transfer === null || isFirstRead(own) ? (
            <Loading />
          ) : sides !== null && ownTarget !== null ? (
            <MoveConfirmation
              from={sides.from}
              to={ownTarget}
              amount={transfer.amount}
              onMoved={(moved) => void send({ type: 'moved', moved })}
              onEditAmount={() => void send({ type: 'edit amount' })}
            />
          ) : account.data !== undefined ? (
            <TransferConfirmation
              transfer={transfer}
              outcome={payeeCheck?.outcome ?? null}
              account={account.data}
              {...payment.form}
              onConfirm={() => void payment.pay({ ...transfer, checkId: payeeCheck?.id ?? null })}
              onEditAmount={() => void send({ type: 'edit amount' })}
            />
          ) : failure !== null ? (
            <LoadFailed error={failure} onRetry={account.refetch} what="your account" />
          ) : (
            <Loading />
          )}
        </PayScreen>
      )
    }
    default: {
      const moved = readMoved(state)
      if (moved !== null) return <MoveDone moved={moved} onAgain={() => void send({ type: 'move money again' })} />
      const { amount } = readPayForm(state)
      const menu = <PayMenu onChoose={(step) => void send({ type: 'choose', step, amount })} />
      const screen = { title: 'Pay & Transfer', back: paths.home, isTab: true }
      if (userId === null) {
        return (
          <PayScreen {...screen} isDemo>
            {menu}
          </PayScreen>
        )
      }
      return (
        <PayScreen {...screen} isDemo={false} width="wide">
          <PayColumns
            menu={menu}
            people={
              <RecentRecipients
                userId={userId}
                onSelect={({ holderName, sortCode, accountNumber }) =>
                  void navigate(paths.paymentDetails, {
                    state: {
                      recipient: holderName,
                      sortCode,
                      accountNumber,
                      amount,
                      isSaved: true,
                      from: flow.step,
                      isRegular,
                    },
                  })
                }
              />
            }
          />
        </PayScreen>
      )
    }
  }
}
