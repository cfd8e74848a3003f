import { ShieldAlert } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { ActionBar } from '@/components/ActionBar'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { Select } from '@/components/ui/Select'
import { Switch } from '@/components/ui/Switch'
import type { Account } from '@/features/accounts/queries'
import { readAmount } from '@/lib/paymentRules'
import { toast, type ToastWords } from '@/lib/toast'
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
  /** In pounds: what was typed before a payment that was refused. */
  initialAmount: string
  isProcessing: boolean
  /** Why the bank did not make it. */
  refusal: ToastWords | null
  onPay: (amount: number) => void
}

/** How much, and a last look at who gets it. */
export function PaymentDetailsForm(props: PaymentDetailsFormProps) {
  const { payee, account, isProcessing, refusal } = props
  const [amount, setAmount] = useState(props.initialAmount)
  const [amountError, setAmountError] = useState<string>()
  const [isRegular, setIsRegular] = useState(false)
  const [reason, setReason] = useState('')
  const amountField = useRef<HTMLInputElement>(null)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const problem = checkAmount(amount, account.balance)
    setAmountError(problem?.text)
    const pence = readAmount(amount)
    if (problem === null && pence !== null) return props.onPay(pence)
    if (problem !== null) toast.error(problem)
    amountField.current?.focus()
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-1 flex-col">
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
          ref={amountField}
          value={amount}
          onChange={(typed) => {
            setAmount(typed)
            setAmountError(undefined)
          }}
          error={amountError}
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
        <Button type="submit" disabled={!isAboveZero(amount)} pending={isProcessing}>
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
          Stop if somebody is rushing you or told you to move your money. Choosing a future date for a payment gives you
          time to cancel it.
        </p>
      </div>
    </div>
  )
}
