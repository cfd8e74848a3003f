import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { SheetSection } from '@/components/SheetSection'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { maskEmail, SendCode } from '@/features/person/devices/shared'
import { useSession } from '@/lib/session'
import { ChangePinForm } from './ChangePinForm'
import { authCopy } from './copy'

const { title, text, action, frozenText, newTitle, newText, unsaved } = authCopy.changePin

type ChangePinProps = {
  userId: string
  /** Then a code from the mail is needed too. */
  isFrozen: boolean
}

/** The part of the settings in which a customer changes their PIN. */
export function ChangePin({ userId, isFrozen }: ChangePinProps) {
  const { email } = useSession()
  const [step, setStep] = useState<'closed' | 'send' | 'form' | { pin: string }>('closed')
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (step === 'closed' && wasOpen.current) button.current?.focus()
    wasOpen.current = step !== 'closed'
  }, [step])

  return (
    <SheetSection title={title}>
      {step === 'closed' && (
        <>
          <p className="text-secondary">{text}</p>
          <Button
            ref={button}
            variant="secondary"
            className="w-full"
            onClick={() => setStep(isFrozen ? 'send' : 'form')}
          >
            {action}
          </Button>
        </>
      )}
      {step === 'send' && (
        <>
          <p className="text-small wrap-anywhere">{frozenText(maskEmail(email))}</p>
          <SendCode userId={userId} onSent={() => setStep('form')} />
        </>
      )}
      {step === 'form' && (
        <ChangePinForm
          needsCode={isFrozen}
          onCancel={() => setStep('closed')}
          onChanged={(pin, isRandom) => setStep(isRandom ? { pin } : 'closed')}
        />
      )}
      {typeof step === 'object' && <NewPin pin={step.pin} onClose={() => setStep('closed')} />}
    </SheetSection>
  )
}

/** A dialog, so that the customer cannot go to another part of the settings, or of the app, before they have saved the PIN. */
function NewPin({ pin, onClose }: { pin: string; onClose: () => void }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Dialog open onOpenChange={() => setIsAsked(true)} title={newTitle} description={newText}>
        <p tabIndex={-1} data-first-focus className="my-4 text-center text-code outline-none">
          {pin}
        </p>
        <Button className="w-full" onClick={onClose}>
          {authCopy.newPinCard.confirm}
        </Button>
      </Dialog>
      {isAsked && <ConfirmDialog {...unsaved} onConfirm={onClose} onClose={() => setIsAsked(false)} />}
    </>
  )
}
