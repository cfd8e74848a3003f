import { exportFailureWords } from '@/components/useCsvExport'
import { addCsvPage, runCsvExport, startCsv, withoutFormula, type CsvJob, type CsvRun } from '@/lib/csv'
import { penceToPounds } from '@/lib/money'
import { useChange } from '@/lib/useChange'
import { overviewCopy } from './copy'
import { readAgentFigures, readFiguresByDay, type PeriodFigures } from './queries'

const { csv: words } = overviewCopy

/** `hasAgents`: the reader may see what agents answered. */
type OverviewExport = CsvJob<never> & { days: number; hasAgents: boolean }

export const startOverviewExport = (wanted: { days: number; hasAgents: boolean }): OverviewExport => ({
  ...startCsv<never>(overviewCopy.csvColumns),
  ...wanted,
})

/** `day`: 'YYYY-MM-DD'. */
export const overviewFileName = (day: string) => `overview-${day}.csv`

type Line = [figure: string, value: string | number | null]

const linesOf = ({ payments, users, cases, chats }: PeriodFigures): Line[] => [
  ...(payments === null
    ? []
    : ([
        [words.payments, payments.count],
        [words.total, penceToPounds(payments.total)],
      ] satisfies Line[])),
  ...(users === null ? [] : ([[words.signedUp, users.signed_up]] satisfies Line[])),
  ...(cases === null ? [] : ([[words.decided, cases.decided]] satisfies Line[])),
  ...(chats === null ? [] : chatLines(chats.answered, chats.first_answer_seconds, chats.handling_seconds)),
]

const chatLines = (answered: number, firstAnswer: number | null, handling: number | null): Line[] => [
  [words.answered, answered],
  [words.firstAnswer, firstAnswer],
  [words.handling, handling],
]

/** All figures of each day, then those of each agent. They name no customer, so the audit has no record. Null: it was cancelled. */
export const useRunOverviewExport = () =>
  useChange(
    (run: CsvRun<OverviewExport>) =>
      runCsvExport(
        run,
        () => Promise.resolve(),
        async (job) => {
          const days = await readFiguresByDay(job.days, run.signal)
          const agents = job.hasAgents ? await readAgentFigures(job.days, true, run.signal) : []
          const rows = [
            ...days.map(({ day, ...figures }) => ({ day, agent: '', lines: linesOf(figures) })),
            ...agents.map((row) => ({
              day: row.day ?? '',
              agent: withoutFormula(row.agent_name),
              lines: chatLines(row.answered, row.wait_seconds, row.handling_seconds),
            })),
          ]
          return addCsvPage<never, OverviewExport>(job, {
            lines: rows.flatMap(({ day, agent, lines }) =>
              lines.map(([figure, value]) => [day, figure, agent, String(value ?? '')]),
            ),
            reached: null,
            next: null,
          })
        },
      ),
    { failure: exportFailureWords },
  )
