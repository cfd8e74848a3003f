import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ActionBar } from '@/components/ActionBar'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { SelectField } from '@/components/ui/Select'
import { recipientQueries } from '@/features/money/recipients/queries'
import type { OwnAccount } from '@/features/money/savings/queries'
import { paths } from '@/lib/paths'
import { isUnclear } from '@/lib/paymentRules'
import { useForm } from '@/lib/useForm'
import { checkTransfer } from './checkPayForm'
import { paymentCopy } from './copy'
import { OwnAccountFields } from './OwnAccountFields'
import { ownSidesOf, type OwnSides } from './ownMove'
import { type PayeeCheck, savedAs } from './payeeCheck'
import { FormPayeeCheck } from './PayeeCheckSheet'
import { PayeeFields } from './PayeeFields'
import type { PayForm } from './payForm'
import { checkFailedField, checkFailureWords, usePayeeCheck } from './usePayeeCheck'

/** The form does not ask for the type of the account. */
type CheckedTransfer = Pick<PayForm, 'recipient' | 'sortCode' | 'accountNumber' | 'amount'> & { accountType: null }

type TransferFormProps = {
  /** Null for a visitor. */
  userId: string | null
  initial: PayForm
  /** The customer's open accounts, the current account first. Null: not known, or a visitor. */
  accounts: OwnAccount[] | null
  onChange: (form: PayForm) => void
  onChecked: (transfer: Partial<PayForm>, check: PayeeCheck | null) => void
}

/** 'Transfer Between Accounts'. */
export function TransferForm({ userId, initial, accounts, onChange, onChecked }: TransferFormProps) {
  const payeeCheck = usePayeeCheck<CheckedTransfer>(userId, ({ accountType: _none, ...transfer }, check) =>
    onChecked(transfer, check),
  )
  const form = useForm({
    initial,
    check: (typed) => readTransfer(typed, ownSidesOf(typed, accounts ?? [])),
    // Nobody else is paid: there is no name to check.
    submit: ({ isOwn, checked: { accountType, ...transfer } }) =>
      isOwn ? onChecked(transfer, null) : payeeCheck.check({ ...transfer, accountType }),
    onChange,
    failure: checkFailureWords,
    failedField: checkFailedField,
  })
  const { values, errors } = form
  const sides = ownSidesOf(values, accounts ?? [])

  return (
    <form {...form.props} className="flex flex-1 flex-col">
      <div className="space-y-4 pb-6 pt-2">
        {sides !== null && (
          <OwnAccountFields sides={sides} accounts={accounts ?? []} fromError={errors.fromId} onChange={form.set} />
        )}
        {userId !== null && (sides?.to ?? null) === null && (
          <SavedPayeeChoice userId={userId} payee={values} onChoose={form.set} />
        )}
        <PayeeFields nameLabel="Recipient" form={values} errors={errors} onChange={form.set} />
        <AmountField value={values.amount} onChange={(amount) => form.set({ amount })} error={errors.amount} />
        {accounts !== null && sides === null && (
          <Link to={paths.openSavings} className={`${buttonLook('quiet')} -ml-5`}>
            {paymentCopy.move.openSavings}
          </Link>
        )}
      </div>
      <ActionBar>
        <FormProblem words={form.problem} />
        <Button type="submit" disabled={isUnclear(values.amount)} pending={form.isPending} pendingLabel="Checking...">
          Continue
        </Button>
      </ActionBar>
      <FormPayeeCheck check={payeeCheck} form={form} />
    </form>
  )
}

/** The transfer as it is checked, or what is wrong with it. */
function readTransfer(form: PayForm, sides: OwnSides | null) {
  const transfer = checkTransfer(form)
  if ('errors' in transfer) return transfer
  const { onlyCurrent, sameAccount } = paymentCopy.move
  if (sides?.from.isSavings && sides.to === null) return { errors: { fromId: onlyCurrent } }
  if (sides !== null && sides.from.id === sides.to?.id) return { errors: { fromId: sameAccount } }
  const { recipient, sortCode, accountNumber } = transfer
  const checked: CheckedTransfer = { recipient, sortCode, accountNumber, amount: form.amount, accountType: null }
  // The server refuses a payment to the current account itself.
  return { isOwn: sides !== null && sides.to !== null, checked }
}

type TypedPayee = Pick<PayForm, 'recipient' | 'sortCode' | 'accountNumber'>

type SavedPayeeChoiceProps = { userId: string; payee: TypedPayee; onChoose: (payee: TypedPayee) => void }

/** Fills a form with a saved payee. Nothing while there are none. */
function SavedPayeeChoice({ userId, payee, onChoose }: SavedPayeeChoiceProps) {
  const { data: saved = [] } = useQuery(recipientQueries.list(userId))
  if (saved.length === 0) return null
  return (
    <SelectField
      label="Saved payee"
      value={savedAs(saved, payee)?.id ?? ''}
      onChange={({ target }) => {
        const chosen = saved.find(({ id }) => id === target.value)
        onChoose({
          recipient: chosen?.holderName ?? '',
          sortCode: chosen?.sortCode ?? '',
          accountNumber: chosen?.accountNumber ?? '',
        })
      }}
      options={saved.map(({ id, nickname, holderName, accountNumber }) => [
        id,
        `${nickname ?? holderName}, account ending ${accountNumber.slice(-4)}`,
      ])}
    >
      <option value="">Someone else</option>
    </SelectField>
  )
}
