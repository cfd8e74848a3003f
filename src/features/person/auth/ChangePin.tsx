import { useEffect, useRef, useState } from 'react'
import { SheetSection } from '@/components/SheetSection'
import { Button } from '@/components/ui/Button'
import { maskEmail, SendCode } from '@/features/person/devices/shared'
import { useSession } from '@/lib/session'
import { ChangePinForm } from './ChangePinForm'
import { authCopy } from './copy'

const { title, text, action, frozenText, newTitle, newText } = authCopy.changePin

type ChangePinProps = {
  userId: string
  /** Then a code from the mail is needed too. */
  isFrozen: boolean
  /** Whether a new PIN is shown that the customer has not saved yet. */
  onUnsaved: (isUnsaved: boolean) => void
}

/** The part of the settings in which a customer changes their PIN. */
export function ChangePin({ userId, isFrozen, onUnsaved }: ChangePinProps) {
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
          onChanged={(pin, isRandom) => {
            onUnsaved(isRandom)
            setStep(isRandom ? { pin } : 'closed')
          }}
        />
      )}
      {typeof step === 'object' && (
        <NewPin
          pin={step.pin}
          onSaved={() => {
            onUnsaved(false)
            setStep('closed')
          }}
        />
      )}
    </SheetSection>
  )
}

function NewPin({ pin, onSaved }: { pin: string; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="space-y-3 rounded border border-line p-4 text-center">
      <h4 ref={heading} tabIndex={-1} className="text-section outline-none">
        {newTitle}
      </h4>
      <p className="text-code">{pin}</p>
      <p className="text-secondary">{newText}</p>
      <Button className="w-full" onClick={onSaved}>
        {authCopy.newPinCard.confirm}
      </Button>
    </div>
  )
}
