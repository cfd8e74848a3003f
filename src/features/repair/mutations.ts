import { useMutation } from '@tanstack/react-query'
import { messageOf } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { toast } from '@/lib/toast'
import { repairCopy } from './copy'
import { lookFurther, type DryRun } from './queries'
import { countDone, readRepairs, withAnswer, type RepairRun } from './repairRun'

// Both run in steps. A signal stops them between two steps, and they can continue from there. Without a connection they
// fail at once.

type Steps<State> = { from: State; signal: AbortSignal; onProgress: (state: State) => void }

export function useDryRun() {
  return useMutation({
    mutationFn: async ({ from, signal, onProgress }: Steps<DryRun>) => {
      let current = from
      while (!current.isComplete && !signal.aborted) {
        try {
          current = await lookFurther(current, signal)
        } catch (error) {
          if (signal.aborted) return current
          throw error
        }
        onProgress(current)
      }
      return current
    },
  })
}

/** Payments per call, few enough for a progress bar that moves. */
const paymentsPerCall = 25

export function useRunRepair() {
  return useMutation({
    mutationFn: async ({ from, signal, onProgress }: Steps<RepairRun>) => {
      let current = from
      while (current.waiting.length > 0 && !signal.aborted) {
        const asked = current.waiting.slice(0, paymentsPerCall)
        const transactionIds = asked.map(({ transactionId }) => transactionId)
        // Not aborted by a stop: the answer says what was repaired.
        const answer = await invokeFunction('repair-transactions', { transactionIds })
        current = withAnswer(current, asked, readRepairs(answer))
        onProgress(current)
      }
      return current
    },
    onSuccess: (run) => {
      const { complete, repaired, stopped, stoppedAt } = repairCopy
      const done = countDone(run)
      if (run.waiting.length === 0) toast.success({ ...complete, text: repaired(run.repairs.length) })
      else toast.info({ ...stopped, text: stoppedAt(done, done + run.waiting.length) })
    },
    meta: { failure: repairFailureWords },
  })
}

export function repairFailureWords(error: Error) {
  return { title: repairCopy.failed, text: messageOf(error) }
}
