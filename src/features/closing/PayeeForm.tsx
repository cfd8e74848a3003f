import { useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { useFocusFallback } from '@/components/useFocusFallback'
import { messageOf } from '@/lib/errors'
import { nameLimit } from '@/lib/paymentRules'
import { formatSortCode, isAccountNumber, isSortCode, stripSeparators } from '@/lib/sortCode'
import { useForm } from '@/lib/useForm'
import { closedCopy } from './closedCopy'
import { checkPayoutPayee, type PayoutPayee } from './mutations'

const copy = closedCopy.payee

type PayeeFormProps = {
  visitKey: string
  /** Of the button, and of what failed. */
  words: { text: string; act: string; acting: string; failed: string }
  action: { mutate: (payee: PayoutPayee) => void; reset: () => void; isPending: boolean; error: Error | null }
}

/** Asks for an account, says whether the name is right, and then offers to act. */
export function PayeeForm({ visitKey, words, action }: PayeeFormProps) {
  useFocusFallback()
  const [checked, setChecked] = useState<{ payee: PayoutPayee; outcome: string } | null>(null)
  const forget = () => {
    setChecked(null)
    action.reset()
  }
  const form = useForm({
    initial: { recipient: '', sortCode: '', accountNumber: '' },
    check: readPayee,
    submit: async (payee) => {
      forget()
      setChecked({ payee, outcome: await checkPayoutPayee(visitKey, payee) })
    },
    failure: (error) => ({ title: words.failed, text: messageOf(error) }),
    onChange: forget,
  })
  // What is shown is what is checked, and what is acted on.
  const isLocked = form.isPending || action.isPending
  const field = (name: keyof PayoutPayee) => ({ ...form.field(name), readOnly: isLocked })
  const problem = action.error === null ? form.problem : { title: words.failed, text: messageOf(action.error) }
  return (
    <form {...form.props} className="space-y-4">
      <p>{words.text}</p>
      <InputField label={copy.name} {...field('recipient')} autoComplete="off" maxLength={nameLimit} />
      <InputField label={copy.sortCode} {...field('sortCode')} inputMode="numeric" autoComplete="off" maxLength={8} />
      <InputField
        label={copy.accountNumber}
        {...field('accountNumber')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
      />
      <Button
        type="submit"
        variant={checked === null ? 'primary' : 'secondary'}
        className="w-full"
        disabled={action.isPending}
        pending={form.isPending}
        pendingLabel={copy.checking}
      >
        {copy.check}
      </Button>
      <div>
        <p role="status">{checked !== null && (copy.outcomes[checked.outcome] ?? copy.outcomes['unavailable'])}</p>
        <FormProblem words={problem} />
      </div>
      {checked !== null && checked.outcome !== 'not_found' && (
        <Button
          className="w-full"
          pending={action.isPending}
          pendingLabel={words.acting}
          onClick={() => action.mutate(checked.payee)}
        >
          {words.act}
        </Button>
      )}
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
