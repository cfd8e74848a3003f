import { useCallback } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { messageOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { cardCopy } from './copy'
import { useReadCardPin, WrongSecurityPin } from './mutations'
import { useHideAfter } from './useHideAfter'

const shownForMs = 10_000
const pinLength = 5

/** Asks for the security PIN, then shows the card's PIN for 10 seconds and closes. */
export function ViewPinDialog({ onClose }: { onClose: () => void }) {
  const { data: pin, mutateAsync: read, reset } = useReadCardPin()
  const isShown = typeof pin === 'string'
  const hide = useCallback(() => {
    reset()
    onClose()
  }, [reset, onClose])
  useHideAfter(shownForMs, isShown, hide)

  return (
    <Dialog
      open
      onOpenChange={hide}
      title={cardCopy.viewPin}
      description={isShown ? cardCopy.pinShown : cardCopy.askPin}
    >
      {isShown ? (
        <div className="space-y-5">
          <p aria-live="polite" className="text-center text-2xl font-semibold tracking-[0.3em] tabular-nums">
            <span className="sr-only">Your card PIN is </span>
            {/* Read digit by digit. */}
            {Array.from(pin).join(' ')}
          </p>
          <Button className="w-full" onClick={hide}>
            Hide PIN
          </Button>
        </div>
      ) : (
        <SecurityPinForm onSubmit={read} />
      )}
    </Dialog>
  )
}

function SecurityPinForm({ onSubmit }: { onSubmit: (pin: string) => Promise<unknown> }) {
  const form = useForm({
    initial: { pin: '' },
    check: ({ pin }) => (pin.length === pinLength ? pin : { errors: { pin: cardCopy.shortPin } }),
    submit: onSubmit,
    onFailure: (error) => {
      if (error instanceof WrongSecurityPin) form.set({ pin: '' })
    },
    failure: (error) => ({ title: cardCopy.pinFailed, text: messageOf(error) }),
    failedField: (error) => (error instanceof WrongSecurityPin ? 'pin' : undefined),
  })

  return (
    <form {...form.props} className="space-y-5">
      <Field label="Security PIN" error={form.errors.pin}>
        {(control) => (
          <Input
            {...control}
            type="password"
            inputMode="numeric"
            autoComplete="current-password"
            maxLength={pinLength}
            value={form.values.pin}
            onChange={({ target }) => form.set({ pin: target.value.replace(/\D/g, '') })}
            className="text-center text-2xl tracking-widest"
          />
        )}
      </Field>
      <FormProblem words={form.problem} />
      <Button type="submit" className="w-full" pending={form.isPending} pendingLabel="Checking...">
        {cardCopy.viewPin}
      </Button>
    </form>
  )
}
