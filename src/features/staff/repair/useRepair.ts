import { useEffect, useRef, useState } from 'react'
import { toast } from '@/lib/toast'
import { repairCopy } from './copy'
import { useDryRun, useRunRepair } from './mutations'
import { newDryRun, type DryRun } from './queries'
import { startRun, type RepairRun } from './repairRun'

export type Repairing = ReturnType<typeof useRepair>

/** The dry run, then the repair of its results after a confirmation. */
export function useRepair() {
  const check = useDryRun()
  const repair = useRunRepair()
  const [dryRun, setDryRun] = useState<DryRun | null>(null)
  const [run, setRun] = useState<RepairRun | null>(null)
  const [active, setActive] = useState<'dry run' | 'repair' | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isStopping, setIsStopping] = useState(false)
  const controller = useRef(new AbortController())

  // Stops when the screen is left: another user may sign in.
  useEffect(() => () => controller.current.abort(), [])

  const begin = (what: 'dry run' | 'repair') => {
    controller.current = new AbortController()
    setActive(what)
    setIsStopping(false)
    return controller.current.signal
  }
  const look = (from: DryRun, thenAsk: boolean) => {
    const signal = begin('dry run')
    setDryRun(from)
    check.mutate(
      { from, signal, onProgress: setDryRun },
      {
        onSuccess: ({ isComplete, found }) => {
          if (!thenAsk || !isComplete) return
          if (found.length > 0) setIsAsking(true)
          else toast.success({ ...repairCopy.complete, text: repairCopy.repaired(0) })
        },
        onSettled: () => setActive(null),
      },
    )
  }
  const carryOut = (from: RepairRun) => {
    const signal = begin('repair')
    setDryRun(null)
    setRun(from)
    repair.mutate({ from, signal, onProgress: setRun }, { onSettled: () => setActive(null) })
  }
  const restartDryRun = (thenAsk: boolean) => {
    if (active !== null) return
    // The new dry run finds again what a stopped repair has left.
    setRun((known) => known && { ...known, waiting: [] })
    repair.reset()
    look(newDryRun(), thenAsk)
  }

  return {
    dryRun,
    run,
    active,
    isAsking,
    isStopping,
    checkError: active === 'dry run' ? null : check.error,
    repairError: active === 'repair' ? null : repair.error,
    startDryRun: () => restartDryRun(false),
    askToRepair: () => {
      if (dryRun?.isComplete && dryRun.found.length > 0) setIsAsking(true)
      else restartDryRun(true)
    },
    repair: () => {
      setIsAsking(false)
      if (active === null && dryRun !== null) carryOut(startRun(dryRun.runId, dryRun.found))
    },
    dismiss: () => setIsAsking(false),
    stop: () => {
      setIsStopping(true)
      controller.current.abort()
    },
    goOn: () => {
      if (active !== null) return
      if (dryRun !== null && !dryRun.isComplete) look(dryRun, false)
      else if (run !== null) carryOut(run)
    },
  }
}
