import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { ActionBar } from '@/components/ActionBar'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { Select } from '@/components/ui/Select'
import { Switch } from '@/components/ui/Switch'
import type { Account } from '@/features/accounts/queries'
import type { ToastWords } from '@/lib/toast'
import { useForm } from '@/lib/useForm'
import { checkAmount, isAboveZero } from './checkPayForm'
import { FromAccount } from './FromAccount'
import type { Payee } from './payForm'
import { RecipientSummary } from './RecipientSummary'

const reasons = [
  { value: 'bills', label: 'Bills and utilities' },
  { value: 'rent', label: 'Rent or mortgage' },
  { value: 'personal', label: 'Personal payment' },
  { value: 'business', label: 'Business payment' },
  { value: 'other', label: 'Other' },
] as const

type PaymentDetailsFormProps = {
  payee: Payee
  account: Pick<Account, 'sortCode' | 'accountNumber' | 'balance'>
  /** In pounds: the amount of a payment that was refused. */
  initialAmount: string
  isProcessing: boolean
  /** Why the server refused the payment. */
  refusal: ToastWords | null
  onPay: (amount: number) => void
}

/** 'Pay details'. */
export function PaymentDetailsForm(props: PaymentDetailsFormProps) {
  const { payee, account, isProcessing, refusal } = props
  const form = useForm({
    initial: { amount: props.initialAmount },
    check: ({ amount }) => checkAmount(amount, account.balance),
    submit: props.onPay,
  })
  const [isRegular, setIsRegular] = useState(false)
  const [reason, setReason] = useState('')

  return (
    <form {...form.props} className="flex flex-1 flex-col">
      <div className="space-y-4 pb-6 pt-2">
        <FromAccount account={account} />
        <RecipientSummary
          recipient={payee.recipient}
          sortCode={payee.sortCode}
          accountNumber={payee.accountNumber}
          more={[
            { name: 'Account type', value: payee.accountType },
            ...(payee.reference === '' ? [] : [{ name: 'Reference', value: payee.reference }]),
          ]}
        />
        <AmountField
          value={form.values.amount}
          onChange={(amount) => form.set({ amount })}
          error={form.errors.amount}
        />
        <Switch label="Create regular payment?" checked={isRegular} onChange={setIsRegular} />
        <Field label="Date">{(control) => <Input {...control} readOnly value="Today" className="bg-sunken" />}</Field>
        <ScamWarning />
        <Field label="Payment reason">
          {(control) => (
            <Select {...control} value={reason} onChange={(event) => setReason(event.target.value)}>
              <option value="" disabled hidden>
                Choose a reason
              </option>
              {reasons.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <ActionBar>
        <FormProblem words={refusal} />
        <Button type="submit" disabled={!isAboveZero(form.values.amount)} pending={isProcessing}>
          Continue
        </Button>
      </ActionBar>
    </form>
  )
}

function ScamWarning() {
  return (
    <div className="flex gap-3 rounded bg-care-soft p-4">
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-care" />
      <div>
        <p className="font-semibold text-care">Could this be a scam?</p>
        <p className="mt-0.5 text-sm">
          Stop if someone is rushing you or told you to move your money. Choosing a future date for a payment gives you
          time to cancel it.
        </p>
      </div>
    </div>
  )
}
