import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { messageOf } from '@/lib/errors'
import { CodeInput, codeLength } from './CodeInput'
import { deviceCopy } from './copy'
import { useConfirmDevice, useSendCode, WrongCode } from './mutations'

export function CodeForm({ userId }: { userId: string }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const confirm = useConfirmDevice()
  const send = useSendCode(userId)

  useEffect(() => input.current?.focus(), [])

  const handleComplete = (complete: string) => {
    if (confirm.isPending) return
    setProblem(null)
    confirm.mutate(complete, {
      onError: (error) => {
        setProblem(messageOf(error))
        // What the bank refused must be typed anew; what it never heard of can be sent again.
        if (error instanceof WrongCode) setCode('')
        input.current?.focus()
      },
    })
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code.length === codeLength) return handleComplete(code)
    setProblem(deviceCopy.shortCode)
    input.current?.focus()
  }
  const handleSend = () => {
    setProblem(null)
    send.mutate(undefined, {
      onSuccess: () => {
        setCode('')
        input.current?.focus()
      },
      onError: (error) => setProblem(messageOf(error)),
    })
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="flex w-full flex-col gap-4 text-left">
      <Field label="Code from the email" error={problem ?? undefined}>
        {(control) => (
          <CodeInput {...control} ref={input} value={code} onChange={setCode} onComplete={handleComplete} />
        )}
      </Field>
      <Button type="submit" pending={confirm.isPending} pendingLabel="Checking...">
        Continue
      </Button>
      <Button variant="quiet" pending={send.isPending} pendingLabel="Sending..." onClick={handleSend}>
        Send a new code
      </Button>
    </form>
  )
}
