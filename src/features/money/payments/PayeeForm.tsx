import { useQuery } from '@tanstack/react-query'
import { ActionBar } from '@/components/ActionBar'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { recipientQueries } from '@/features/money/recipients/queries'
import { referenceLimit } from '@/lib/paymentRules'
import { useForm } from '@/lib/useForm'
import { checkPayee, hasPayeeFilled } from './checkPayForm'
import { paymentCopy } from './copy'
import { isNamed, savedAt, type PayeeCheck } from './payeeCheck'
import { FormPayeeCheck } from './PayeeCheckSheet'
import { PayeeFields } from './PayeeFields'
import type { PayForm, Payee, AccountType } from './payForm'
import { checkFailedField, checkFailureWords, usePayeeCheck } from './usePayeeCheck'

type PayeeFormProps = {
  /** Null for a visitor. */
  userId: string | null
  initial: PayForm
  onChange: (form: PayForm) => void
  onChecked: (payee: Payee, check: PayeeCheck | null) => void
}

/** 'Add new payee'. */
export function PayeeForm({ userId, initial, onChange, onChecked }: PayeeFormProps) {
  const payeeCheck = usePayeeCheck<Payee>(userId, onChecked)
  const form = useForm({
    initial,
    check: checkPayee,
    submit: payeeCheck.check,
    onChange,
    failure: checkFailureWords,
    failedField: checkFailedField,
  })
  const { values, errors } = form

  return (
    <form {...form.props} className="flex flex-1 flex-col">
      <div className="space-y-4 pb-6 pt-2">
        <PayeeFields nameLabel="Name on account" hasCounter form={values} errors={errors} onChange={form.set} />
        {userId !== null && <KnownPayee userId={userId} form={values} />}
        <AccountTypeChoice value={values.accountType} onChange={(accountType) => form.set({ accountType })} />
        <Field label="Reference" error={errors.reference} counter={`${values.reference.length}/${referenceLimit}`}>
          {(control) => (
            <Input
              {...control}
              {...form.input('reference')}
              autoComplete="off"
              maxLength={referenceLimit}
              placeholder="They see this, such as Rent"
            />
          )}
        </Field>
      </div>
      <ActionBar>
        <FormProblem words={form.problem} />
        <Button type="submit" disabled={!hasPayeeFilled(values)} pending={form.isPending} pendingLabel="Checking...">
          Check payee details
        </Button>
      </ActionBar>
      <FormPayeeCheck check={payeeCheck} form={form} />
    </form>
  )
}

type KnownPayeeProps = { userId: string; form: Pick<PayForm, 'recipient' | 'sortCode' | 'accountNumber'> }

/** Warns of a saved payee with the same account and another name. */
function KnownPayee({ userId, form }: KnownPayeeProps) {
  const { data = [] } = useQuery(recipientQueries.list(userId))
  const known = savedAt(data, form)
  return (
    <output className="block rounded bg-care-soft p-3 text-small text-care wrap-anywhere empty:hidden">
      {known !== undefined && !isNamed(known, form) && paymentCopy.knownPayee(known.nickname ?? known.holderName)}
    </output>
  )
}

const accountTypes: readonly AccountType[] = ['Personal', 'Business']

type AccountTypeChoiceProps = { value: AccountType; onChange: (accountType: AccountType) => void }

function AccountTypeChoice({ value, onChange }: AccountTypeChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-label">Account type</legend>
      <div className="grid grid-cols-2 gap-1 rounded border border-control bg-sunken p-1">
        {accountTypes.map((accountType) => (
          <label
            key={accountType}
            className="relative flex min-h-11 cursor-pointer items-center justify-center rounded-sm text-name text-muted transition-colors has-checked:bg-card has-checked:text-brand has-checked:shadow-card has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="account-type"
              value={accountType}
              checked={accountType === value}
              onChange={() => onChange(accountType)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-sm outline-none"
            />
            {accountType}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
