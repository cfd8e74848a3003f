import { useRef } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { StaffScreen } from '@/components/StaffScreen'
import { Button } from '@/components/ui/Button'
import { repairCopy } from '@/features/staff/repair/copy'
import { DryRunPanel } from '@/features/staff/repair/DryRunPanel'
import { ProgressPanel } from '@/features/staff/repair/ProgressPanel'
import { hasResults, totalOf } from '@/features/staff/repair/repairRun'
import { ResultsPanel } from '@/features/staff/repair/ResultsPanel'
import { RunHistory } from '@/features/staff/repair/RunHistory'
import { useRepair } from '@/features/staff/repair/useRepair'
import { formatPence } from '@/lib/money'

export function AdminRepairScreen() {
  const repairing = useRepair()
  const { dryRun, run, active, isAsking } = repairing
  const runButton = useRef<HTMLElement>(null)
  return (
    <StaffScreen
      title={repairCopy.title}
      subtitle={repairCopy.subtitle}
      actions={
        <div
          ref={(actions) => {
            runButton.current = actions?.querySelector<HTMLElement>('button:last-of-type') ?? null
          }}
          className="flex flex-wrap gap-3"
        >
          <Button
            variant="secondary"
            pending={active !== null}
            pendingLabel={active === 'dry run' ? 'Looking...' : 'Dry Run'}
            onClick={repairing.startDryRun}
          >
            Dry Run
          </Button>
          <Button
            pending={active !== null}
            pendingLabel={active === 'repair' ? 'Repairing...' : 'Run Repair'}
            onClick={repairing.askToRepair}
          >
            Run Repair
          </Button>
        </div>
      }
    >
      {dryRun === null && run === null && <p className="text-secondary">{repairCopy.start}</p>}
      <ProgressPanel repairing={repairing} focusFallback={runButton} />
      {dryRun !== null && <DryRunPanel dryRun={dryRun} />}
      {run !== null && hasResults(run) && <ResultsPanel run={run} />}
      <RunHistory />
      {isAsking && dryRun !== null && (
        <ConfirmDialog
          title={repairCopy.confirm.title}
          text={repairCopy.confirm.text(dryRun.found.length, formatPence(totalOf(dryRun.found)))}
          confirmLabel="Run Repair"
          onConfirm={repairing.repair}
          onClose={repairing.dismiss}
        />
      )}
    </StaffScreen>
  )
}
