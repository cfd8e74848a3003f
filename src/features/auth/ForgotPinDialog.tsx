import { useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { isEmail } from '@/lib/email'
import { toast } from '@/lib/toast'
import { authCopy } from './copy'
import { useAttempt } from './useAttempt'

export function ForgotPinDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const request = useAttempt(async (address: string) => (await import('./mutations')).requestPinReset(address))

  const refuse = (text: string) => {
    setProblem(text)
    input.current?.focus()
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    // The dialog is drawn elsewhere in the page, but in React it still lies inside the sign-in form.
    event.stopPropagation()
    if (email.trim() === '') {
      toast.error(authCopy.emailRequired)
      return refuse(authCopy.emailRequired.text)
    }
    if (!isEmail(email)) return refuse(authCopy.emailMalformed)
    setProblem(undefined)
    request.start(email.trim(), { onSuccess: onClose, onFailure: refuse })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Forgot your PIN?"
      description="Tell us your registered email address. An administrator will get in touch."
    >
      <form onSubmit={handleSubmit} noValidate className="space-y-4">
        <Field label="Email Address" error={problem}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={request.isPending} pendingLabel="Sending...">
            Send Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
