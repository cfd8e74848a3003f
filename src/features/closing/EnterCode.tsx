import { useEffect, useRef, useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { useFocusFallback } from '@/components/useFocusFallback'
import { CodeInput, codeLength } from '@/features/devices/shared'
import { messageOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { closedCopy as copy } from './closedCopy'
import { openVisit, useAskCode, type Visit } from './mutations'

/** Has a code emailed, and opens the closed account of the link with it. */
export function EnterCode({ token, onOpen }: { token: string; onOpen: (visit: Visit) => void }) {
  const ask = useAskCode()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <p role="status">{isAsked ? copy.sent : copy.intro}</p>
      {isAsked && <CodeForm token={token} onOpen={onOpen} />}
      <FormProblem words={ask.isError ? { title: copy.notSent, text: messageOf(ask.error) } : null} />
      <Button
        variant={isAsked ? 'quiet' : 'primary'}
        pending={ask.isPending}
        pendingLabel={copy.sending}
        onClick={() => ask.mutate(token, { onSuccess: () => setIsAsked(true) })}
      >
        {isAsked ? copy.again : copy.send}
      </Button>
    </>
  )
}

function CodeForm({ token, onOpen }: { token: string; onOpen: (visit: Visit) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useFocusFallback()
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.length === codeLength ? code : { errors: { code: copy.shortCode } }),
    submit: async (code) => onOpen(await openVisit(token, code)),
    onFailure: () => form.set({ code: '' }),
    failedField: () => 'code',
  })
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <Field label={copy.code} error={form.errors.code}>
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
      <Button type="submit" pending={form.isPending} pendingLabel={copy.opening}>
        {copy.open}
      </Button>
    </form>
  )
}
