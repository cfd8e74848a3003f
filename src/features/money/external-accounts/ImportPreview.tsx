import { useMemo, useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { ProgressBar } from '@/components/ProgressBar'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
import { cn } from '@/lib/cn'
import { formatDate } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { countOf, formatCount } from '@/lib/numbers'
import { toast } from '@/lib/toast'
import { addsUp, answerFile, type Answers } from './answerFile'
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

const nothingSent: Progress = { sent: 0, added: 0 }
const shownRows = 3
const shownProblems = 20

/** Shows what a file contains before it is kept. */
export function ImportPreview({ file, accounts, onBack, onDone }: ImportPreviewProps) {
  const { problems, questions, accounts: found = [] } = file
  const [answers, setAnswers] = useState<Answers>({})
  // Empty: the customer has not chosen one of several accounts.
  const [chosen, setChosen] = useState(found.length === 1 ? found[0]?.name : found.length > 1 ? '' : undefined)
  const { rows, balance } = useMemo(() => answerFile(file, answers, chosen), [file, answers, chosen])
  const hasAnswers = chosen !== '' && questions.every((question) => answers[question] !== undefined)
  const isWhole = useMemo(() => addsUp(file, rows, chosen), [file, rows, chosen])
  const suggested = nameOf(file.bank, chosen)
  // Chosen once, so that a second attempt continues the import.
  const [newId] = useState(() => crypto.randomUUID())
  const [target, setTarget] = useState(() => accounts.find(({ name }) => name === suggested)?.id ?? newId)
  const [name, setName] = useState(suggested)
  const [progress, setProgress] = useState(nothingSent)
  const period = useMemo(() => periodOf(rows), [rows])
  const importRows = useImportRows()
  const known = accounts.find(({ id }) => id === target)

  const handleImport = () => {
    const account = known ?? { id: newId, name: name.trim() }
    importRows.mutate(
      { account, rows, balance, progress, onProgress: setProgress },
      {
        onSuccess: (added) => {
          const words = importRows.isError
            ? // The request without an answer may have stored rows that the next one then skipped.
              externalAccountCopy.finished(countOf(rows.length, 'transaction'), account.name)
            : { title: `${countOf(added, 'transaction')} added`, text: skippedText(rows.length - added) }
          toast.success({ ...words, isForNextScreen: true })
          onDone(account.id)
        },
      },
    )
  }

  const handleTarget = (id: string) => {
    setTarget(id)
    // Another account has none of the rows that an import sent before it stopped.
    setProgress(nothingSent)
    importRows.reset()
  }

  const handleChoose = (account: string) => {
    const suggestion = nameOf(file.bank, account)
    setChosen(account)
    setName(suggestion)
    setTarget(accounts.find((each) => each.name === suggestion)?.id ?? newId)
  }

  if (file.rows.length === 0) {
    return (
      <div className="space-y-4">
        <p>
          {externalAccountCopy.nothing}
          <LeftOut counts={file.leftOut} others={0} />
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
      {found.length > 1 && (
        <SelectField
          label={externalAccountCopy.whichAccount}
          value={chosen ?? ''}
          required
          // A second attempt continues with the rows of the first one.
          disabled={importRows.isPending || importRows.isError}
          onChange={(event) => handleChoose(event.target.value)}
          options={found.map((account) => [
            account.name,
            `${account.name}: ${countOf(file.rows.filter((row) => row.account === account.name).length, 'transaction')}`,
          ])}
        >
          <option value="">Choose an account</option>
        </SelectField>
      )}
      <p>
        <span className="text-strong">{countOf(chosen === '' ? file.rows.length : rows.length, 'transaction')}</span>
        {hasAnswers && `, ${period}`}
        {hasAnswers && <span className="block">{totalsOf(rows)}</span>}
        {balance !== undefined && hasAnswers && (
          <span className="block">
            Balance on {formatDate(balance.day)}: {formatPence(balance.pence)}
          </span>
        )}
        {hasAnswers && isWhole !== null && (
          <span className={cn('block', isWhole ? 'text-secondary' : 'text-name text-care')}>
            {isWhole ? externalAccountCopy.addsUp : externalAccountCopy.addsUpNot}
          </span>
        )}
        <LeftOut counts={file.leftOut} others={chosen === '' ? 0 : file.rows.length - rows.length} />
      </p>
      {questions.map((question) => (
        <FileQuestion
          key={question}
          question={question}
          rows={rowsAsRead(file, chosen).slice(0, shownRows)}
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
          onChange={(event) => handleTarget(event.target.value)}
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
    <details className="rounded border-l-4 border-danger bg-danger-soft p-3 text-small">
      <summary className="min-h-6 text-strong">{countOf(problems.length, 'row')} can't be read</summary>
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

/** '£2,340.05 in, £12.50 out'. */
function totalsOf(rows: FileRow[]): string {
  const sum = (isIn: boolean) =>
    rows.reduce((total, { amount }) => (amount > 0 === isIn ? total + Math.abs(amount) : total), 0)
  return `${formatPence(sum(true))} in, ${formatPence(sum(false))} out`
}

const rowsAsRead = ({ rows }: StatementFile, account: string | undefined) =>
  account === undefined || account === '' ? rows : rows.filter((row) => row.account === account)

/** 'Barclays 5678', so that two accounts at one bank stay two. */
function nameOf(bank: string, account: string | undefined): string {
  const end = /\d{4}$/.exec(account ?? '')?.[0] ?? account ?? ''
  return `${bank.slice(0, 50)} ${end}`.trim().slice(0, 60)
}

/** Says how many rows of the file are not imported, and why. `others`: those of other accounts. */
function LeftOut(props: { counts: StatementFile['leftOut']; others: number }) {
  const { pending, zero, opening, declined = 0 } = props.counts
  const texts = [
    props.others > 0 && externalAccountCopy.otherAccounts(countOf(props.others, 'row')),
    declined > 0 && `${countOf(declined, 'declined row')} left out. No money moved.`,
    pending > 0 && `${countOf(pending, 'pending row')} left out. They may still change.`,
    zero > 0 && `${countOf(zero, 'row')} of £0.00 left out.`,
    opening > 0 && `${countOf(opening, 'opening balance')} left out.`,
  ]
  return texts.map(
    (text) =>
      text !== false && (
        <span key={text} className="block text-secondary">
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
