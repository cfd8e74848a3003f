import { useState } from 'react'
import { FormDialog } from '@/components/FormDialog'
import { ReasonField, reasonProblem } from '@/components/ReasonDialog'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { askingCopy } from '@/features/staff/approvals/shared'
import { isEmail } from '@/lib/email'
import { useForm } from '@/lib/useForm'
import { userCopy } from './copy'
import { useRequestAddress, type NewAddress } from './mutations'

const copy = userCopy.address

type ChangeAddressProps = { userId: string; name: string; isLocked: boolean }

/** For a customer who has lost the mailbox to which codes and links are sent. */
export function ChangeAddress({ userId, name, isLocked }: ChangeAddressProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        disabled={isLocked}
        title={isLocked ? userCopy.staffLocked : undefined}
        onClick={() => setIsAsking(true)}
        className="px-4! text-sm"
      >
        {copy.action}
      </Button>
      {isAsking && <AddressDialog userId={userId} name={name} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function AddressDialog({ userId, name, onClose }: Omit<ChangeAddressProps, 'isLocked'> & { onClose: () => void }) {
  const request = useRequestAddress(userId)
  const form = useForm({
    initial: { email: '', reason: '' },
    check: readAddress,
    submit: request.mutateAsync,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={copy.title(name)}
      text={copy.text}
      form={form}
      label={askingCopy.question.confirmLabel}
      onClose={onClose}
    >
      <InputField label={copy.field} {...form.field('email')} type="email" autoComplete="off" maxLength={254} />
      <ReasonField {...form.field('reason')} />
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
