import type { RefObject } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { ProgressBar } from '@/components/ProgressBar'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { messageOf } from '@/lib/errors'
import { repairCopy } from './copy'
import { repairFailureWords } from './mutations'
import { countDone } from './repairRun'
import type { Repairing } from './useRepair'

type ProgressPanelProps = {
  repairing: Repairing
  /** Gets the focus when the pressed button is removed. */
  focusFallback: RefObject<HTMLElement | null>
}

/** The progress of the dry run or the repair. When it has stopped: the reason and a button to continue. */
export function ProgressPanel({ repairing, focusFallback }: ProgressPanelProps) {
  const progress = progressOf(repairing)
  return progress && <Unfinished repairing={repairing} focusFallback={focusFallback} progress={progress} />
}

function Unfinished({ repairing, focusFallback, progress }: ProgressPanelProps & { progress: Progress }) {
  const { active, isStopping, checkError, repairError, stop, goOn } = repairing
  const isRunning = active !== null
  const problem =
    progress.what === 'repair'
      ? repairError && repairFailureWords(repairError)
      : checkError && { title: repairCopy.checking.failed, text: messageOf(checkError) }
  useFocusFallback(focusFallback)
  return (
    <section aria-label="Progress" className="space-y-3 rounded bg-card p-4 shadow-card">
      <ProgressBar {...progress.bar} />
      <FormProblem words={problem} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output className="min-w-0 flex-1 basis-60 text-small">{!isRunning && progress.paused}</output>
        <Button
          variant={isRunning ? 'secondary' : 'primary'}
          pending={isRunning && isStopping}
          pendingLabel="Stopping..."
          onClick={isRunning ? stop : goOn}
        >
          {isRunning ? 'Stop' : 'Go on'}
        </Button>
      </div>
    </section>
  )
}

type Progress = NonNullable<ReturnType<typeof progressOf>>

/** Null: nothing to continue. */
function progressOf({ dryRun, run }: Repairing) {
  const { checking, running } = repairCopy
  if (dryRun !== null && !dryRun.isComplete) {
    const { progress, found } = dryRun
    const text = checking.text(Math.floor(progress * 100), found.length)
    return { what: 'dry run', bar: { label: checking.label, text, share: progress }, paused: checking.paused }
  }
  if (run !== null && run.waiting.length > 0) {
    const done = countDone(run)
    const total = done + run.waiting.length
    const bar = { label: running.label, text: running.text(done, total), share: done / total }
    return { what: 'repair', bar, paused: running.paused(run.waiting.length) }
  }
  return null
}
