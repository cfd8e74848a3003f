import { useQuery } from '@tanstack/react-query'
import { CircleHelp, FileText, RotateCw, Share2, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { accountQueries } from '@/features/accounts/queries'
import { useSavePdf } from '@/features/statements/shared'
import { lazyPart } from '@/lib/lazyPart'
import { penceToPounds } from '@/lib/money'
import { paths } from '@/lib/paths'
import { receiptLetter, type PaidPayment } from './receipt'
import { shareReceipt } from './shareReceipt'

const SomethingWrong = lazyPart(async () => (await import('./SomethingWrong')).SomethingWrong)

type PaymentActionsProps = {
  userId: string
  payment: PaidPayment
  /** Not for a payment that is pending or was returned. */
  hasReceipt?: boolean
}

/** What the payer can do with a payment. */
export function PaymentActions({ userId, payment, hasReceipt = true }: PaymentActionsProps) {
  const navigate = useNavigate()
  const account = useQuery(accountQueries.current(userId))
  const [isWrong, setIsWrong] = useState(false)
  const payer = account.data?.holderName
  const savePdf = useSavePdf(`receipt-${payment.id}.pdf`)
  const { recipient, sortCode, accountNumber, amount, reference } = payment

  const payAgain = () => {
    const payee = { recipient, sortCode, accountNumber, reference: reference ?? '', amount: penceToPounds(amount) }
    void navigate(paths.paymentDetails, { state: { ...payee, isSaved: true } })
  }

  return (
    <>
      <ul aria-label="This payment" className="flex flex-wrap justify-center gap-2">
        {hasReceipt && (
          <Action
            icon={Share2}
            label="Share receipt"
            disabled={payer === undefined}
            onPress={() => payer !== undefined && void shareReceipt(payment, payer)}
          />
        )}
        {hasReceipt && (
          <Action
            icon={FileText}
            label={savePdf.isPending ? 'Creating...' : 'Receipt as PDF'}
            disabled={payer === undefined || savePdf.isPending}
            onPress={() =>
              payer !== undefined && savePdf.mutate({ document: 'letter', letter: receiptLetter(payment, payer) })
            }
          />
        )}
        <Action icon={RotateCw} label="Pay again" onPress={payAgain} />
        <Action icon={CircleHelp} label="Something wrong?" onPress={() => setIsWrong(true)} />
      </ul>
      {isWrong && <SomethingWrong userId={userId} payment={payment} onClose={() => setIsWrong(false)} />}
    </>
  )
}

type ActionProps = { icon: LucideIcon; label: string; disabled?: boolean; onPress: () => void }

function Action({ icon: Icon, label, disabled, onPress }: ActionProps) {
  return (
    <li>
      <button
        type="button"
        disabled={disabled}
        onClick={onPress}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line px-3.5 text-sm font-medium hover:bg-brand-soft disabled:opacity-50"
      >
        <Icon aria-hidden className="size-4 text-brand" />
        {label}
      </button>
    </li>
  )
}
