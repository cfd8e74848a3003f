import { exportFailureWords } from '@/components/useCsvExport'
import { addCsvPage, runCsvExport, startCsv, withoutFormula, type CsvJob, type CsvRun } from '@/lib/csv'
import { useChange } from '@/lib/useChange'
import { overviewCopy } from './copy'
import { readAgentFigures } from './queries'

type AgentExport = CsvJob<never> & { days: number }

export const startAgentExport = (days: number): AgentExport => ({
  ...startCsv<never>(overviewCopy.agents.csvColumns),
  days,
})

/** `day`: 'YYYY-MM-DD'. */
export const agentFileName = (day: string) => `agents-${day}.csv`

/** A row for each agent and day. It names no customer, so the audit has no record. Null: it was cancelled. */
export const useRunAgentExport = () =>
  useChange(
    (run: CsvRun<AgentExport>) =>
      runCsvExport(
        run,
        () => Promise.resolve(),
        async (job) =>
          addCsvPage<never, AgentExport>(job, {
            lines: (await readAgentFigures(job.days, true, run.signal)).map((row) => [
              row.day ?? '',
              withoutFormula(row.agent_name),
              String(row.answered),
              String(row.wait_seconds ?? ''),
              String(row.handling_seconds ?? ''),
            ]),
            reached: null,
            next: null,
          }),
      ),
    { failure: exportFailureWords },
  )
