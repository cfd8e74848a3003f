import { FormDialog } from '@/components/FormDialog'
import { ReasonField, reasonProblem } from '@/features/staff/saved-texts/shared'
import { InputField } from '@/components/ui/Input'
import { formatPence } from '@/lib/money'
import { nameLimit } from '@/lib/paymentRules'
import { formatSortCode, isAccountNumber, isSortCode, stripSeparators } from '@/lib/sortCode'
import { useForm } from '@/lib/useForm'
import { userCopy } from './copy'
import { useRequestPayout, type Payout } from './mutations'
import type { UserPage } from './queries'

const copy = userCopy.closedPart

type PayOutProps = { userId: string; page: UserPage; onClose: () => void }

/** Asks a second administrator to pay out the money of a closed account. */
export function PayOut({ userId, page: { waiting, asked_back: askedBack }, onClose }: PayOutProps) {
  const request = useRequestPayout(userId)
  const form = useForm({
    initial: { recipient: '', sortCode: '', accountNumber: '', reason: '' },
    check: readPayout,
    submit: request.mutateAsync,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={copy.payTitle}
      text={copy.payText(formatPence(waiting), askedBack > 0)}
      form={form}
      label={copy.payLabel}
      onClose={onClose}
    >
      <InputField label={copy.name} {...form.field('recipient')} autoComplete="off" maxLength={nameLimit} />
      <InputField label="Sort code" {...form.field('sortCode')} inputMode="numeric" autoComplete="off" maxLength={8} />
      <InputField
        label="Account number"
        {...form.field('accountNumber')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}

function readPayout(typed: Payout): Payout | { errors: Partial<Payout> } {
  const payout = {
    recipient: typed.recipient.trim(),
    sortCode: formatSortCode(typed.sortCode),
    accountNumber: stripSeparators(typed.accountNumber),
    reason: typed.reason.trim(),
  }
  const problem = reasonProblem(typed.reason)
  const errors = {
    ...(payout.recipient === '' && { recipient: copy.missingName }),
    ...(!isSortCode(typed.sortCode) && { sortCode: copy.badSortCode }),
    ...(!isAccountNumber(typed.accountNumber) && { accountNumber: copy.badNumber }),
    ...(problem !== null && { reason: problem }),
  }
  return Object.keys(errors).length > 0 ? { errors } : payout
}
