import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { checkRegularEnd, readRegularEnd, RegularEndFields, type RegularEnd } from './RegularEndFields'
import { Button } from '@/components/ui/Button'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { messageOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { amountError, readAmount } from '@/lib/paymentRules'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { outgoingCopy } from './copy'
import { useChangeRegularPayment } from './mutations'
import type { RegularPayment } from './queries'

type ChangeRegularPaymentProps = { payment: RegularPayment; onDone: () => void }

/** Changes the amount and the end. */
export function ChangeRegularPayment({ payment, onDone }: ChangeRegularPaymentProps) {
  const { mutateAsync: change } = useChangeRegularPayment(payment)
  const userId = useUserId()
  const form = useForm({
    initial: { amount: penceToPounds(payment.amount), ...endOf(payment) },
    draft: `regular-payment:${userId}:${payment.id}`,
    forgetsOnLeave: true,
    check: ({ amount, ...end }) => {
      const pence = readAmount(amount)
      const errors = checkRegularEnd(end)
      if (pence === null) return { errors: { ...errors, amount: amountError(amount, outgoingCopy.amountNeeded) } }
      return Object.keys(errors).length > 0 ? { errors } : { amount: pence, ...readRegularEnd(end) }
    },
    submit: change,
    onSuccess: onDone,
    failure: (error) => outgoingCopy.failed(messageOf(error)),
  })
  return (
    <form {...form.props} className="space-y-4">
      <ReadOnlyWhileFrozen>
        <div className="space-y-4">
          <AmountField
            value={form.values.amount}
            onChange={(amount) => form.set({ amount })}
            error={form.errors.amount}
          />
          <RegularEndFields value={form.values} errors={form.errors} from={payment.next?.day} onChange={form.set} />
          <FormProblem words={form.problem} />
          <Button type="submit" className="w-full" pending={form.isPending}>
            Save changes
          </Button>
        </div>
      </ReadOnlyWhileFrozen>
      <Button variant="secondary" className="w-full" onClick={onDone}>
        Back
      </Button>
    </form>
  )
}

function endOf({ endsOn, paymentsLeft }: RegularPayment): RegularEnd {
  const end = endsOn !== null ? 'date' : paymentsLeft !== null ? 'count' : 'cancelled'
  return { end, endsOn: endsOn ?? '', count: paymentsLeft === null ? '' : String(paymentsLeft) }
}
