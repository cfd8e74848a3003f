import { useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { messageOf } from '@/lib/errors'
import { nameLimit } from '@/lib/paymentRules'
import { formatSortCode, isAccountNumber, isSortCode, stripSeparators } from '@/lib/sortCode'
import { useForm } from '@/lib/useForm'
import type { ClosedAccount } from './closedAccount'
import { closedCopy } from './closedCopy'
import { checkPayoutPayee, usePayOut, type PayoutPayee } from './mutations'

const copy = closedCopy.waiting

type WaitingMoneyProps = { visitKey: string; account: ClosedAccount; onPaid: (account: ClosedAccount) => void }

/** The money that waits after the closing, and where its owner wants it. */
export function WaitingMoney({
  visitKey,
  account: { waiting: pence, payout_waits: waits },
  onPaid,
}: WaitingMoneyProps) {
  const [checked, setChecked] = useState<{ payee: PayoutPayee; outcome: string } | null>(null)
  const [paid, setPaid] = useState<number | null>(null)
  const pay = usePayOut(visitKey)
  if (paid !== null) return <p role="status">{copy.paid(paid)}</p>
  if (pence === 0) return null
  if (waits)
    return (
      <TitledCard title={copy.title(pence)}>
        <p>{copy.later}</p>
      </TitledCard>
    )

  const handlePay = () => {
    if (checked === null) return
    pay.mutate(checked.payee, {
      onSuccess: (account) => {
        setPaid(pence - account.waiting)
        onPaid(account)
      },
    })
  }
  return (
    <TitledCard title={copy.title(pence)}>
      {checked === null ? (
        <PayeeForm visitKey={visitKey} onChecked={setChecked} />
      ) : (
        <div className="space-y-4">
          <p className="wrap-anywhere tabular-nums">
            {checked.payee.recipient}, {checked.payee.sortCode} {checked.payee.accountNumber}
          </p>
          <p role="status">{copy.outcomes[checked.outcome] ?? copy.outcomes['unavailable']}</p>
          <FormProblem words={pay.isError ? { title: copy.failed, text: messageOf(pay.error) } : null} />
          {checked.outcome !== 'not_found' && (
            <Button className="w-full" pending={pay.isPending} pendingLabel={copy.paying} onClick={handlePay}>
              {copy.pay(pence)}
            </Button>
          )}
          <Button variant="secondary" className="w-full" onClick={() => setChecked(null)}>
            {copy.edit}
          </Button>
        </div>
      )}
    </TitledCard>
  )
}

type PayeeFormProps = { visitKey: string; onChecked: (checked: { payee: PayoutPayee; outcome: string }) => void }

function PayeeForm({ visitKey, onChecked }: PayeeFormProps) {
  const form = useForm({
    initial: { recipient: '', sortCode: '', accountNumber: '' },
    check: readPayee,
    submit: async (payee) => onChecked({ payee, outcome: await checkPayoutPayee(visitKey, payee) }),
    failure: (error) => ({ title: copy.failed, text: messageOf(error) }),
  })
  return (
    <form {...form.props} className="space-y-4">
      <p>{copy.text}</p>
      <InputField label={copy.name} {...form.field('recipient')} autoComplete="off" maxLength={nameLimit} />
      <InputField
        label={copy.sortCode}
        {...form.field('sortCode')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
      />
      <InputField
        label={copy.accountNumber}
        {...form.field('accountNumber')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
      />
      <FormProblem words={form.problem} />
      <Button type="submit" className="w-full" pending={form.isPending} pendingLabel={copy.checking}>
        {copy.check}
      </Button>
    </form>
  )
}

function readPayee(typed: PayoutPayee): PayoutPayee | { errors: Partial<Record<keyof PayoutPayee, string>> } {
  const payee = {
    recipient: typed.recipient.trim(),
    sortCode: formatSortCode(typed.sortCode),
    accountNumber: stripSeparators(typed.accountNumber),
  }
  const errors = {
    ...(payee.recipient === '' && { recipient: copy.missingName }),
    ...(!isSortCode(typed.sortCode) && { sortCode: copy.badSortCode }),
    ...(!isAccountNumber(typed.accountNumber) && { accountNumber: copy.badNumber }),
  }
  return Object.keys(errors).length > 0 ? { errors } : payee
}
