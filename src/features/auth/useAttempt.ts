import { useRef, useState } from 'react'
import { messageOf } from '@/lib/errors'
import { toast } from '@/lib/toast'
import { Refused } from './Refused'

type Outcome = { onSuccess?: () => void; onFailure: (text: string, error: unknown) => void }

/**
 * One request of a form at a time. A failure is worded, shown as a toast and handed back to be shown in place.
 * Elsewhere React Query does this; the forms for visitors come without it, because what they load is what a first visit waits for.
 */
export function useAttempt<Input>(attempt: (input: Input) => Promise<void>) {
  const [isPending, setIsPending] = useState(false)
  // State is as old as the last drawing; two presses can come between two.
  const isRunning = useRef(false)

  async function start(input: Input, { onSuccess, onFailure }: Outcome) {
    if (isRunning.current) return
    isRunning.current = true
    setIsPending(true)
    try {
      await attempt(input)
      onSuccess?.()
    } catch (error) {
      toast.error(error instanceof Refused ? error.words : { title: 'Error', text: messageOf(error) })
      onFailure(messageOf(error), error)
    } finally {
      isRunning.current = false
      setIsPending(false)
    }
  }

  return { isPending, start: (input: Input, outcome: Outcome) => void start(input, outcome) }
}
