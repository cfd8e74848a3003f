import { useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { messageOf } from '@/lib/errors'
import { nameLimit } from '@/lib/paymentRules'
import { formatSortCode, isAccountNumber, isSortCode, stripSeparators } from '@/lib/sortCode'
import { useForm } from '@/lib/useForm'
import { closedCopy } from './closedCopy'
import { checkPayoutPayee, type PayoutPayee } from './mutations'

const copy = closedCopy.payee

type PayeeStepsProps = {
  visitKey: string
  /** Of the button, and of what failed. */
  words: { text: string; act: string; acting: string; failed: string }
  action: { mutate: (payee: PayoutPayee) => void; isPending: boolean; error: Error | null }
}

/** Asks for an account, shows whether the name is right, and then acts. */
export function PayeeSteps({ visitKey, words, action }: PayeeStepsProps) {
  const [checked, setChecked] = useState<{ payee: PayoutPayee; outcome: string } | null>(null)
  if (checked === null) return <PayeeForm visitKey={visitKey} words={words} onChecked={setChecked} />
  const { payee, outcome } = checked
  return (
    <div className="space-y-4">
      <p className="wrap-anywhere tabular-nums">
        {payee.recipient}, {payee.sortCode} {payee.accountNumber}
      </p>
      <p role="status">{copy.outcomes[outcome] ?? copy.outcomes['unavailable']}</p>
      <FormProblem words={action.error === null ? null : { title: words.failed, text: messageOf(action.error) }} />
      {outcome !== 'not_found' && (
        <Button
          className="w-full"
          pending={action.isPending}
          pendingLabel={words.acting}
          onClick={() => action.mutate(payee)}
        >
          {words.act}
        </Button>
      )}
      <Button variant="secondary" className="w-full" onClick={() => setChecked(null)}>
        {copy.edit}
      </Button>
    </div>
  )
}

type PayeeFormProps = Pick<PayeeStepsProps, 'visitKey' | 'words'> & {
  onChecked: (checked: { payee: PayoutPayee; outcome: string }) => void
}

function PayeeForm({ visitKey, words, onChecked }: PayeeFormProps) {
  const form = useForm({
    initial: { recipient: '', sortCode: '', accountNumber: '' },
    check: readPayee,
    submit: async (payee) => onChecked({ payee, outcome: await checkPayoutPayee(visitKey, payee) }),
    failure: (error) => ({ title: words.failed, text: messageOf(error) }),
  })
  return (
    <form {...form.props} className="space-y-4">
      <p>{words.text}</p>
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
