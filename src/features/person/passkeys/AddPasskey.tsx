import { useEffect, useRef, useState } from 'react'
import { CurrentPinField } from '@/components/CurrentPinField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { maskEmail } from '@/features/person/devices/shared'
import { messageOf } from '@/lib/errors'
import { useSession } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { passkeyCopy } from './copy'
import { useAddPasskey, useSendPasskeyCode } from './mutations'

const words = passkeyCopy.add

/** Adds a passkey: a code by mail, the PIN, and then the device's own dialog. */
export function AddPasskey() {
  const { email } = useSession()
  /** How many codes were sent since this was opened. Null: closed. */
  const [codes, setCodes] = useState<number | null>(null)
  const send = useSendPasskeyCode()
  const button = useRef<HTMLButtonElement>(null)

  const close = () => {
    setCodes(null)
    send.reset()
    requestAnimationFrame(() => button.current?.focus())
  }

  if (codes === null)
    return (
      <Button ref={button} variant="secondary" className="w-full" onClick={() => setCodes(0)}>
        {words.action}
      </Button>
    )
  return (
    <div className="space-y-3 rounded border border-line p-4">
      <p className="text-small wrap-anywhere">{words[codes > 0 ? 'sentText' : 'text'](maskEmail(email))}</p>
      <FormProblem words={send.isError ? { title: 'Code not sent', text: messageOf(send.error) } : null} />
      {/* A new code starts the form again: the one in it no longer works. */}
      {codes > 0 && <AddForm key={codes} onSubmit={send.reset} onAdded={close} />}
      <Button
        className="w-full"
        variant={codes > 0 ? 'quiet' : 'primary'}
        pending={send.isPending}
        pendingLabel="Sending..."
        onClick={() => send.mutate(undefined, { onSuccess: () => setCodes(codes + 1) })}
      >
        {codes > 0 ? words.again : words.send}
      </Button>
      <Button className="w-full" variant="secondary" onClick={close}>
        Cancel
      </Button>
    </div>
  )
}

function AddForm({ onSubmit, onAdded }: { onSubmit: () => void; onAdded: () => void }) {
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
    submit: (typed) => {
      onSubmit()
      return add.mutateAsync(typed)
    },
    onSuccess: onAdded,
    failure: (error) => ({ title: 'Passkey not added', text: messageOf(error) }),
  })
  useEffect(() => first.current?.focus(), [])

  return (
    <form {...form.props} className="space-y-3">
      <InputField
        label={words.code}
        {...form.field('code')}
        ref={first}
        inputMode="numeric"
        maxLength={6}
        autoComplete="one-time-code"
      />
      <CurrentPinField {...form.field('currentPin')} />
      <FormProblem words={form.problem} />
      <Button type="submit" className="w-full" pending={form.isPending} pendingLabel={words.pending}>
        {words.action}
      </Button>
    </form>
  )
}
