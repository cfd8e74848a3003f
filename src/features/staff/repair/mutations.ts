import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { logError } from '@/lib/log'
import { callRpc } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { repairCopy } from './copy'
import { lookFurther, repairQueries, type DryRun } from './queries'
import { countDone, readRepairs, withAnswer, type RepairRun } from './repairRun'

// Both run in steps. A signal stops them between two steps, and they can continue from there. Without a connection they
// fail at once.

type Steps<State> = { from: State; signal: AbortSignal; onProgress: (state: State) => void }

export function useDryRun() {
  const inHistory = useRunHistory()
  return useChange(
    ({ from, signal, onProgress }: Steps<DryRun>) =>
      inHistory(from.runId, async () => {
        let current = from
        while (!current.isComplete && !signal.aborted) {
          try {
            current = await lookFurther(current, signal)
          } catch (error) {
            if (signal.aborted) return { state: current, isComplete: false }
            throw error
          }
          onProgress(current)
        }
        return { state: current, isComplete: current.isComplete }
      }),
    { failure: repairFailureWords },
  )
}

/** Payments per call, few enough for a progress bar that moves. */
const paymentsPerCall = 25

export function useRunRepair() {
  const inHistory = useRunHistory()
  return useChange(
    ({ from, signal, onProgress }: Steps<RepairRun>) =>
      inHistory(from.runId, async () => {
        let current = from
        while (current.waiting.length > 0 && !signal.aborted) {
          const asked = current.waiting.slice(0, paymentsPerCall)
          const transactionIds = asked.map(({ transactionId }) => transactionId)
          // Not aborted by a stop: the answer says what was repaired.
          const answer = await invokeFunction('repair-transactions', { transactionIds, runId: current.runId })
          current = withAnswer(current, asked, readRepairs(answer))
          onProgress(current)
        }
        return { state: current, isComplete: current.waiting.length === 0 }
      }),
    {
      failure: repairFailureWords,
      succeeded: (run) => {
        const { complete, repaired, stopped, stoppedAt } = repairCopy
        const done = countDone(run)
        if (run.waiting.length === 0) toast.success({ ...complete, text: repaired(run.repairs.length) })
        else toast.info({ ...stopped, text: stoppedAt(done, done + run.waiting.length) })
      },
    },
  )
}

type Outcome = 'complete' | 'stopped' | 'failed'

/** Records in the history how a run ended. The server already knows what it found and repaired. */
function useRunHistory() {
  const client = useQueryClient()
  const finish = async (runId: string, outcome: Outcome, problem?: string) => {
    await callRpc('finish_repair_run', {
      p_run_id: runId,
      p_outcome: outcome,
      p_problem: problem?.slice(0, 500),
    }).catch((error: unknown) =>
      // Without the record, the history says that the run did not finish.
      logError('The end of a repair run was not recorded', error, { runId }),
    )
    await client.invalidateQueries({ queryKey: repairQueries.all })
  }
  return async function inHistory<State>(runId: string, run: () => Promise<{ state: State; isComplete: boolean }>) {
    try {
      const { state, isComplete } = await run()
      void finish(runId, isComplete ? 'complete' : 'stopped')
      return state
    } catch (error) {
      void finish(runId, 'failed', messageOf(error))
      throw error
    }
  }
}

export function repairFailureWords(error: Error) {
  return { title: repairCopy.failed, text: messageOf(error) }
}
