import { useEffect, useRef, type ComponentProps } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { messageOf, refusalOf, WordedError } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { deviceCopy } from './copy'
import { useSendCode } from './mutations'

type CodeFormProps = {
  userId: string
  /** Rejects with a `WordedError` or a refusal if the code is not right. */
  confirm: (code: string) => Promise<unknown>
}

export function CodeForm({ userId, confirm }: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const send = useSendCode(userId)
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.length === codeLength ? code : { errors: { code: deviceCopy.shortCode } }),
    submit: (code) => {
      send.reset()
      return confirm(code)
    },
    onFailure: (error) => {
      // A refused code must be typed again. One that did not reach the server can be sent again.
      if (error instanceof WordedError || refusalOf(error) !== null) form.set({ code: '' })
    },
    failedField: () => 'code',
  })

  useEffect(() => input.current?.focus(), [])

  const handleSend = () => {
    form.set({ code: form.values.code })
    send.mutate(undefined, {
      onSuccess: () => {
        form.reset()
        input.current?.focus()
      },
    })
  }

  return (
    <form {...form.props} className="flex w-full flex-col gap-4 text-left">
      <Field label="Code from the email" error={form.errors.code ?? (send.error ? messageOf(send.error) : undefined)}>
        {(control) => (
          <CodeInput
            {...control}
            ref={input}
            value={form.values.code}
            onChange={(code) => form.set({ code })}
            onComplete={(code) => form.submitWith({ code })}
          />
        )}
      </Field>
      <Button type="submit" pending={form.isPending} pendingLabel="Checking...">
        Continue
      </Button>
      <Button variant="quiet" pending={send.isPending} pendingLabel="Sending..." onClick={handleSend}>
        Send a new code
      </Button>
    </form>
  )
}

const codeLength = 6

type CodeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  onChange: (code: string) => void
  onComplete: (code: string) => void
}

/**
 * One plain input, so that a phone can offer the code from the email. Six slots as for the PIN would move their library out
 * of the sign-in screen's file and delay it for every visitor.
 */
function CodeInput({ value, onChange, onComplete, ...control }: CodeInputProps) {
  const handleChange = (text: string) => {
    const code = text.replace(/\D/g, '').slice(0, codeLength)
    onChange(code)
    if (code.length === codeLength && code !== value) onComplete(code)
  }
  return (
    <input
      {...control}
      value={value}
      onChange={(event) => handleChange(event.target.value)}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="min-h-16 w-full rounded border border-control bg-card px-4 text-center text-code text-ink aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger"
    />
  )
}
