import { useState } from 'react'
import { FormDialog } from '@/components/FormDialog'
import { Button } from '@/components/ui/Button'
import { TextAreaField } from '@/components/ui/Input'
import { useRequestApproval, approvalArguments } from '@/features/staff/approvals/shared'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { SavedReasons } from '@/features/staff/saved-texts/shared'
import { countCharacters, inOneParagraph, textProblem } from '@/lib/safeText'
import { useForm } from '@/lib/useForm'
import { closingNoticeCopy as copy } from './closingCopy'

type CloseCustomerProps = { userId: string; name: string }

/** Asks a second administrator for the notice that ends a customer's account. */
export function CloseCustomer({ userId, name }: CloseCustomerProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {copy.open}
      </Button>
      {isOpen && <CloseDialog userId={userId} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function CloseDialog({ userId, name, onClose }: CloseCustomerProps & { onClose: () => void }) {
  const ask = useRequestApproval()
  const form = useForm({
    initial: { reason: '' },
    check: (typed) => {
      const reason = inOneParagraph(typed.reason)
      const problem = countCharacters(reason) < 40 ? copy.shortReasons : textProblem(reason)
      return problem === null ? reason : { errors: { reason: problem } }
    },
    submit: (reason) => ask.mutateAsync({ request: { kind: 'closing', userId }, reason }),
    onSuccess: onClose,
  })
  const checked = form.checked()
  return (
    <FormDialog
      title={copy.title}
      text={copy.text(name)}
      form={form}
      label={copy.ask}
      variant="danger"
      onClose={onClose}
    >
      <TextAreaField label={copy.reasons} hint={copy.reasonsHint} {...form.field('reason')} rows={4} maxLength={300} />
      <SavedReasons typed={form.values.reason} onChoose={(reason) => form.set({ reason })} />
      <MessagePreview
        action={
          checked === null
            ? null
            : actionOf('request_approval', approvalArguments({ kind: 'closing', userId }, checked))
        }
      />
    </FormDialog>
  )
}
