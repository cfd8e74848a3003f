import { useMemo, useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { ProgressBar } from '@/components/ProgressBar'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
import { formatDate } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { countOf, formatCount } from '@/lib/numbers'
import { toast } from '@/lib/toast'
import { answerFile, type Answers } from './answerFile'
import { externalAccountCopy } from './copy'
import { ExternalRows } from './ExternalRows'
import { FileQuestion } from './FileQuestion'
import { keyedRows } from './keyedRows'
import { useImportRows, type Progress } from './mutations'
import type { ExternalAccount } from './queries'
import type { FileRow, StatementFile } from './statementFile'

type ImportPreviewProps = {
  file: StatementFile
  accounts: ExternalAccount[]
  onBack: () => void
  /** Called with the account's id. */
  onDone: (accountId: string) => void
}

const shownRows = 3
const shownProblems = 20

/** Shows what a file contains before it is kept. */
export function ImportPreview({ file, accounts, onBack, onDone }: ImportPreviewProps) {
  const { problems, questions } = file
  const [answers, setAnswers] = useState<Answers>({})
  const { rows, balance } = useMemo(() => answerFile(file, answers), [file, answers])
  const hasAnswers = questions.every((question) => answers[question] !== undefined)
  // Chosen once, so that a second attempt continues the import.
  const [newId] = useState(() => crypto.randomUUID())
  const [target, setTarget] = useState(() => accounts.find(({ name }) => name === file.bank)?.id ?? newId)
  const [name, setName] = useState(file.bank)
  const [progress, setProgress] = useState<Progress>({ sent: 0, added: 0 })
  const period = useMemo(() => periodOf(rows), [rows])
  const importRows = useImportRows()
  const known = accounts.find(({ id }) => id === target)

  const handleImport = () => {
    const account = known ?? { id: newId, name: name.trim() }
    importRows.mutate(
      { account, rows, balance, progress, onProgress: setProgress },
      {
        onSuccess: (added) => {
          toast.success({
            title: `${countOf(added, 'transaction')} added`,
            text: skippedText(rows.length - added),
            isForNextScreen: true,
          })
          onDone(account.id)
        },
      },
    )
  }

  if (rows.length === 0) {
    return (
      <div className="space-y-4">
        <p>
          {externalAccountCopy.nothing}
          <LeftOut counts={file.leftOut} />
        </p>
        <Problems problems={problems} />
        <Button className="w-full" onClick={onBack}>
          Choose another file
        </Button>
      </div>
    )
  }
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble from the dialog to the form of the page.
        event.stopPropagation()
        if (!importRows.isPending) handleImport()
      }}
    >
      <p>
        <span className="font-semibold">{countOf(rows.length, 'transaction')}</span>
        {hasAnswers && `, ${period}`}
        {balance !== undefined && hasAnswers && (
          <span className="block">
            Balance on {formatDate(balance.day)}: {formatPence(balance.pence)}
          </span>
        )}
        <LeftOut counts={file.leftOut} />
      </p>
      {questions.map((question) => (
        <FileQuestion
          key={question}
          question={question}
          rows={file.rows.slice(0, shownRows)}
          answers={answers}
          // A second attempt continues with the rows of the first one.
          disabled={importRows.isPending || importRows.isError}
          onAnswer={setAnswers}
        />
      ))}
      {hasAnswers && <ExternalRows rows={keyedRows(rows.slice(0, shownRows))} label="First rows of the file" />}
      <Problems problems={problems} />
      {accounts.length > 0 && (
        <SelectField
          label="Add to"
          value={target}
          disabled={importRows.isPending}
          onChange={(event) => setTarget(event.target.value)}
          options={accounts.map((account) => [account.id, account.name])}
        >
          {/* An import that stopped may have created it. */}
          {!accounts.some(({ id }) => id === newId) && <option value={newId}>A new account</option>}
        </SelectField>
      )}
      {known === undefined && (
        <InputField
          label="Account name"
          value={name}
          maxLength={60}
          required
          disabled={importRows.isPending}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {importRows.isPending && (
        <ProgressBar
          label="Importing"
          text={`${formatCount(progress.sent)} of ${formatCount(rows.length)}`}
          share={progress.sent / rows.length}
        />
      )}
      <FormProblem
        words={
          importRows.isError ? { title: externalAccountCopy.importFailed, text: messageOf(importRows.error) } : null
        }
      />
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button type="submit" className="sm:flex-1" pending={importRows.isPending} pendingLabel="Importing...">
          {importRows.isError ? 'Continue' : 'Import'}
        </Button>
        <Button variant="secondary" disabled={importRows.isPending} onClick={onBack}>
          Choose another file
        </Button>
      </div>
    </form>
  )
}

function Problems({ problems }: Pick<StatementFile, 'problems'>) {
  if (problems.length === 0) return null
  return (
    <details className="rounded border-l-4 border-danger bg-danger-soft p-3 text-sm">
      <summary className="min-h-6 font-semibold">{countOf(problems.length, 'row')} can't be read</summary>
      <ul className="mt-2 space-y-1">
        {problems.slice(0, shownProblems).map(({ place, reason }) => (
          <li key={place} className="wrap-anywhere">
            {place}: {reason}
          </li>
        ))}
        {problems.length > shownProblems && <li>And {problems.length - shownProblems} more.</li>}
      </ul>
    </details>
  )
}

/** '3 Oct 2026 to 5 Nov 2026'. */
function periodOf(rows: FileRow[]): string {
  const days = rows.map(({ day }) => day).toSorted()
  return `${formatDate(days[0] ?? '')} to ${formatDate(days.at(-1) ?? '')}`
}

/** Says how many rows of the file are not imported, and why. */
function LeftOut({ counts: { pending, zero, opening } }: { counts: StatementFile['leftOut'] }) {
  const texts = [
    pending > 0 && `${countOf(pending, 'pending row')} left out. They may still change.`,
    zero > 0 && `${countOf(zero, 'row')} of £0.00 left out.`,
    opening > 0 && `${countOf(opening, 'opening balance')} left out.`,
  ]
  return texts.map(
    (text) =>
      text !== false && (
        <span key={text} className="block text-sm text-muted">
          {text}
        </span>
      ),
  )
}

function skippedText(skipped: number): string | undefined {
  return skipped === 0
    ? undefined
    : `${countOf(skipped, 'row')} skipped, because you had ${skipped === 1 ? 'it' : 'them'} already.`
}
