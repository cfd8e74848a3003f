import { useState, type RefObject } from 'react'
import { Confirmation } from '@/components/Confirmation'
import { Dialog } from '@/components/ui/Dialog'
import { useFocusFallback } from '@/components/useFocusFallback'
import { recipientCopy } from './copy'
import { useDeleteRecipient } from './mutations'
import type { Recipient } from './queries'
import { RecipientForm } from './RecipientForm'
import { RecipientMenu } from './RecipientMenu'

export type RecipientStep = 'menu' | 'edit' | 'delete'

type RecipientDialogProps = {
  userId: string
  recipient: Recipient
  initialStep: RecipientStep
  /** Gets the focus when the recipient's row was removed. */
  fallbackFocus: RefObject<HTMLElement | null>
  onPay: () => void
  onClose: () => void
}

/** The menu of a recipient, and what it leads to, in one dialog: closing it returns the focus to the row. */
export function RecipientDialog(props: RecipientDialogProps) {
  const { userId, recipient, initialStep, fallbackFocus, onPay, onClose } = props
  const { id, holderName, nickname } = recipient
  const [step, setStep] = useState(initialStep)
  const remove = useDeleteRecipient(userId)
  useFocusFallback(fallbackFocus)

  switch (step) {
    case 'edit':
      return (
        <Dialog open onOpenChange={onClose} title="Edit recipient">
          <RecipientForm recipient={recipient} onDone={onClose} />
        </Dialog>
      )
    case 'delete':
      return (
        <Dialog
          open
          onOpenChange={onClose}
          title={recipientCopy.confirm.title}
          description={recipientCopy.confirm.text(nickname ?? holderName)}
        >
          <Confirmation
            confirmLabel="Delete"
            pending={remove.isPending}
            onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
            onClose={onClose}
          />
        </Dialog>
      )
    default:
      return (
        <Dialog open onOpenChange={onClose} title={nickname ?? holderName}>
          <RecipientMenu
            recipient={recipient}
            onPay={onPay}
            onEdit={() => setStep('edit')}
            onDelete={() => setStep('delete')}
            onDone={onClose}
          />
        </Dialog>
      )
  }
}
