import { useNavigate } from 'react-router-dom'
import { Fact } from '@/components/Fact'
import { SpokenDigits } from '@/components/SpokenDigits'
import { TextLink } from '@/components/TextLink'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { formatDayWithWeekday } from '@/lib/dates'
import { formatPence, penceToPounds } from '@/lib/money'
import { paths } from '@/lib/paths'
import { formatSortCode } from '@/lib/sortCode'
import { outgoingCopy, waitWords } from './copy'
import { KeepPayment } from './KeepPayment'
import type { UpcomingPayment } from './queries'

type FuturePaymentDialogProps = {
  payment: UpcomingPayment
  onCancel: () => void
  /** Opens the regular payment that this one is a part of. */
  onRegular: (id: string) => void
  onClose: () => void
}

/** A payment that will be sent: to whom, and the ways to change or cancel it. */
export function FuturePaymentDialog({ payment, onCancel, onRegular, onClose }: FuturePaymentDialogProps) {
  const navigate = useNavigate()
  const { id, regularId, name, sortCode, accountNumber, amount, reference, day } = payment
  const checked = payment.awaitsOwner ? null : waitWords(payment)
  const openChange = () =>
    void navigate(paths.paymentDetails, {
      state: {
        recipient: name,
        sortCode,
        accountNumber,
        reference: reference ?? '',
        amount: penceToPounds(amount),
        isSaved: true,
        change: { id, day },
      },
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description={`${formatPence(amount)} · ${formatDayWithWeekday(day)}`}
    >
      <dl className="divide-y divide-line">
        <Fact name="Sort code">
          <SpokenDigits>{formatSortCode(sortCode)}</SpokenDigits>
        </Fact>
        <Fact name="Account number">
          <SpokenDigits>{accountNumber}</SpokenDigits>
        </Fact>
        <Fact name="Reference">{reference ?? 'None'}</Fact>
      </dl>
      {checked !== null && (
        <p className="mt-3">
          {checked}. <TextLink to={paths.cases}>{outgoingCopy.toTheCheck}</TextLink>
        </p>
      )}
      {payment.awaitsOwner && id !== null && regularId === null && (
        <div className="mt-3">
          <KeepPayment id={id} onKept={onClose} />
        </div>
      )}
      {regularId === null ? (
        <div className="mt-4 grid gap-2 sm:grid-cols-2">
          {checked === null && (
            <Button variant="secondary" onClick={openChange}>
              Change
            </Button>
          )}
          <Button variant="danger" onClick={onCancel}>
            {outgoingCopy.cancelOne.button}
          </Button>
        </div>
      ) : (
        <>
          <p className="my-3 text-secondary">{outgoingCopy.partOfRegular}</p>
          <Button variant="secondary" className="w-full" onClick={() => onRegular(regularId)}>
            {outgoingCopy.toRegular}
          </Button>
        </>
      )}
    </Dialog>
  )
}
