import { useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { CodeInput, codeLength } from '@/features/devices/shared'
import { messageOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { closedCopy as copy } from './closedCopy'
import { openVisit, useAskCode, type Visit } from './mutations'

/** Has a code emailed, and opens the closed account of the link with it. */
export function EnterCode({ token, onOpen }: { token: string; onOpen: (visit: Visit) => void }) {
  const ask = useAskCode()
  const [isAsked, setIsAsked] = useState(false)
  const handleAsk = () => ask.mutate(token, { onSuccess: () => setIsAsked(true) })
  const problem = ask.isError ? { title: copy.notSent, text: messageOf(ask.error) } : null
  if (!isAsked)
    return (
      <>
        <p>{copy.intro}</p>
        <FormProblem words={problem} />
        <Button className="w-full" pending={ask.isPending} pendingLabel={copy.sending} onClick={handleAsk}>
          {copy.send}
        </Button>
      </>
    )
  return (
    <>
      <p role="status">{copy.sent}</p>
      <CodeForm token={token} onOpen={onOpen} />
      <FormProblem words={problem} />
      <Button variant="quiet" pending={ask.isPending} pendingLabel={copy.sending} onClick={handleAsk}>
        {copy.again}
      </Button>
    </>
  )
}

function CodeForm({ token, onOpen }: { token: string; onOpen: (visit: Visit) => void }) {
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
