import { useEffect, useRef, useState } from 'react'
import { CurrentPinField } from '@/components/CurrentPinField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { maskEmail } from '@/features/devices/shared'
import { messageOf } from '@/lib/errors'
import { useSession } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { passkeyCopy } from './copy'
import { useAddPasskey, useSendPasskeyCode } from './mutations'

const words = passkeyCopy.add

/** Adds a passkey: a code by mail, the PIN, and then the device's own dialog. */
export function AddPasskey() {
  const { email } = useSession()
  const [step, setStep] = useState<'closed' | 'send' | 'form'>('closed')
  const send = useSendPasskeyCode()
  const button = useRef<HTMLButtonElement>(null)

  const close = () => {
    setStep('closed')
    send.reset()
    requestAnimationFrame(() => button.current?.focus())
  }

  if (step === 'closed')
    return (
      <Button ref={button} variant="secondary" className="w-full" onClick={() => setStep('send')}>
        {words.action}
      </Button>
    )
  return (
    <div className="space-y-3 rounded border border-line p-4">
      <p className="text-sm wrap-anywhere">{words[step === 'form' ? 'sentText' : 'text'](maskEmail(email))}</p>
      <FormProblem words={send.isError ? { title: 'Code not sent', text: messageOf(send.error) } : null} />
      {step === 'form' && <AddForm onAdded={close} />}
      <Button
        className="w-full"
        variant={step === 'form' ? 'quiet' : 'primary'}
        pending={send.isPending}
        pendingLabel="Sending..."
        onClick={() => send.mutate(undefined, { onSuccess: () => setStep('form') })}
      >
        {step === 'form' ? words.again : words.send}
      </Button>
      <Button className="w-full" variant="secondary" onClick={close}>
        Cancel
      </Button>
    </div>
  )
}

function AddForm({ onAdded }: { onAdded: () => void }) {
  const add = useAddPasskey()
  const first = useRef<HTMLInputElement>(null)
  const form = useForm({
    initial: { code: '', currentPin: '' },
    check: ({ code, currentPin }) => {
      const errors = {
        ...(!/^\d{6}$/.test(code) && { code: words.shortCode }),
        ...(!/^\d{5}$/.test(currentPin) && { currentPin: words.pinNeeded }),
      }
      return Object.keys(errors).length > 0 ? { errors } : { code, currentPin }
    },
    submit: (typed) => add.mutateAsync(typed),
    onSuccess: onAdded,
    failure: (error) => ({ title: 'Passkey not added', text: messageOf(error) }),
  })
  useEffect(() => first.current?.focus(), [])

  return (
    <form {...form.props} className="space-y-3">
      <Field label={words.code} error={form.errors.code}>
        {(control) => (
          <Input
            {...control}
            {...form.input('code')}
            ref={first}
            inputMode="numeric"
            maxLength={6}
            autoComplete="one-time-code"
          />
        )}
      </Field>
      <CurrentPinField {...form.field('currentPin')} />
      <FormProblem words={form.problem} />
      <Button type="submit" className="w-full" pending={form.isPending} pendingLabel={words.pending}>
        {words.action}
      </Button>
    </form>
  )
}
