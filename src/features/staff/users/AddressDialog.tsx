import { FormDialog } from '@/components/FormDialog'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { ReasonField, reasonProblem } from '@/features/staff/saved-texts/shared'
import { InputField } from '@/components/ui/Input'
import { askingCopy } from '@/features/staff/approvals/shared'
import { isEmail } from '@/lib/email'
import { useForm } from '@/lib/useForm'
import { useRequestAddress, userArguments, type NewAddress } from './mutations'

const copy = {
  title: (name: string) => `Change the sign-in email of ${name}?`,
  text: 'For a customer who has lost their mailbox. Someone else may be asking, so check who they are. A second administrator must approve it. The old address gets an email now, and larger payments and higher limits wait 24 hours after the change.',
  field: 'New sign-in email',
  malformed: 'Enter an email address such as name@example.com.',
}

type AddressDialogProps = { userId: string; name: string; onClose: () => void }

/** Asks a second administrator for another sign-in address. */
export function AddressDialog({ userId, name, onClose }: AddressDialogProps) {
  const request = useRequestAddress(userId)
  const form = useForm({
    initial: { email: '', reason: '' },
    check: readAddress,
    submit: request.mutateAsync,
    onSuccess: onClose,
  })
  const address = form.checked()
  return (
    <FormDialog
      title={copy.title(name)}
      text={copy.text}
      form={form}
      label={askingCopy.question.confirmLabel}
      onClose={onClose}
    >
      <InputField label={copy.field} {...form.field('email')} type="email" autoComplete="off" maxLength={254} />
      <ReasonField form={form} />
      <MessagePreview action={address && actionOf('request_new_address', userArguments.address(userId, address))} />
    </FormDialog>
  )
}

function readAddress(typed: NewAddress): NewAddress | { errors: Partial<NewAddress> } {
  const problem = reasonProblem(typed.reason)
  const errors = {
    ...(!isEmail(typed.email) && { email: copy.malformed }),
    ...(problem !== null && { reason: problem }),
  }
  return Object.keys(errors).length > 0 ? { errors } : { email: typed.email.trim(), reason: typed.reason.trim() }
}
