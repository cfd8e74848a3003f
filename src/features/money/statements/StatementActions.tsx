import { Download, FileText, Printer } from 'lucide-react'
import { Button } from '@/components/ui/Button'
import { saveFile } from '@/lib/saveFile'
import type { AccountHolder } from './accountHolder'
import { useSavePdf } from './mutations'
import type { Statement } from './statement'
import { statementCsv } from './statementCsv'
import { periodFileName } from './statementPeriod'

type StatementActionsProps = { statement: Statement; account: AccountHolder; today: string }

/** Downloads and prints a statement. */
export function StatementActions({ statement, account, today }: StatementActionsProps) {
  const period = periodFileName(statement, today)
  const fileName = account.savings === undefined ? period : `${period}-${account.accountNumber}`
  const savePdf = useSavePdf(`${fileName}.pdf`)
  const handleDownload = () => saveFile(`${fileName}.csv`, 'text/csv;charset=utf-8', [statementCsv(statement)])
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button
        className="grow px-3!"
        pending={savePdf.isPending}
        pendingLabel="Creating..."
        onClick={() => savePdf.mutate({ document: 'statement', statement, account })}
      >
        <FileText aria-hidden className="size-5" />
        Download PDF
      </Button>
      <Button variant="secondary" className="grow px-3!" onClick={handleDownload}>
        <Download aria-hidden className="size-5" />
        Download CSV
      </Button>
      <Button variant="secondary" className="grow" onClick={() => window.print()}>
        <Printer aria-hidden className="size-5" />
        Print
      </Button>
    </div>
  )
}
