import { useRef, useState } from 'react'
import type { Recipient } from './queries'
import { RecipientDialog, type RecipientStep } from './RecipientDialog'
import { RecipientMenu } from './RecipientMenu'

type RecipientPanelProps = { userId: string; recipient: Recipient; onPay: () => void }

/** A recipient beside the list on desktops. */
export function RecipientPanel({ userId, recipient, onPay }: RecipientPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<RecipientStep | null>(null)
  const handleClose = () => setStep(null)
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <RecipientMenu
        recipient={recipient}
        onPay={onPay}
        onEdit={() => setStep('edit')}
        onDelete={() => setStep('delete')}
        onDone={handleClose}
      />
      {step !== null && (
        <RecipientDialog
          userId={userId}
          recipient={recipient}
          initialStep={step}
          fallbackFocus={panel}
          onPay={onPay}
          onClose={handleClose}
        />
      )}
    </div>
  )
}
