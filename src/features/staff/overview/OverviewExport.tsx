import { Download } from 'lucide-react'
import { useRef } from 'react'
import { ExportPanel } from '@/components/ExportPanel'
import { Button } from '@/components/ui/Button'
import { useCsvExport } from '@/components/useCsvExport'
import { overviewCopy as copy } from './copy'
import { overviewFileName, startOverviewExport, useRunOverviewExport } from './figureExport'

type OverviewExportProps = { days: number; hasAgents: boolean }

/** Saves the figures of a period by day, also those of the agents. */
export function OverviewExport({ days, hasAgents }: OverviewExportProps) {
  const csvExport = useCsvExport({
    run: useRunOverviewExport(),
    start: startOverviewExport,
    fileName: overviewFileName,
  })
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="secondary"

        pending={csvExport.job !== null}
        onClick={() => csvExport.start({ days, hasAgents })}
      >
        <Download aria-hidden className="size-4" />
        {copy.export}
      </Button>
      <ExportPanel csvExport={csvExport} nothing={copy.nothingToExport} focusFallback={button} />
    </>
  )
}
