import { ActionBar } from '@/components/ActionBar'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { referenceLimit } from '@/lib/paymentRules'
import { useForm } from '@/lib/useForm'
import { AccountTypeChoice } from './AccountTypeChoice'
import { checkPayee, hasPayeeFilled } from './checkPayForm'
import { PayeeFields } from './PayeeFields'
import type { PayForm, Payee } from './payForm'

type PayeeFormProps = {
  initial: PayForm
  onChange: (form: PayForm) => void
  onChecked: (payee: Payee) => void
}

/** 'Add new payee'. */
export function PayeeForm({ initial, onChange, onChecked }: PayeeFormProps) {
  const form = useForm({ initial, check: checkPayee, submit: onChecked, onChange })
  const { values, errors } = form

  return (
    <form {...form.props} className="flex flex-1 flex-col">
      <div className="space-y-4 pb-6 pt-2">
        <PayeeFields nameLabel="Name on account" hasCounter form={values} errors={errors} onChange={form.set} />
        <AccountTypeChoice value={values.accountType} onChange={(accountType) => form.set({ accountType })} />
        <Field label="Reference" error={errors.reference} counter={`${values.reference.length}/${referenceLimit}`}>
          {(control) => (
            <Input
              {...control}
              {...form.input('reference')}
              autoComplete="off"
              maxLength={referenceLimit}
              placeholder="What they will see, such as Rent"
            />
          )}
        </Field>
      </div>
      <ActionBar>
        <Button type="submit" disabled={!hasPayeeFilled(values)}>
          Check payee details
        </Button>
      </ActionBar>
    </form>
  )
}
