import { formatDate } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { externalAccountCopy } from './copy'
import { answerFile, type Answers } from './answerFile'
import { keyedRows } from './keyedRows'
import type { FileRow, Question } from './statementFile'

type FileQuestionProps = {
  question: Question
  /** The first rows, as the file has them. */
  rows: FileRow[]
  answers: Answers
  disabled: boolean
  onAnswer: (answers: Answers) => void
}

/** Asks what the file does not say. Each answer shows what it makes of the first rows. */
export function FileQuestion({ question, rows, answers, disabled, onAnswer }: FileQuestionProps) {
  const { title, text, no, yes } = externalAccountCopy.questions[question]
  return (
    <fieldset disabled={disabled} className="space-y-2 rounded border border-control p-3">
      <legend className="px-1 text-section">{title}</legend>
      <p className="text-secondary">{text}</p>
      {[false, true].map((answer) => (
        <label key={String(answer)} className="flex min-h-11 items-start gap-3 py-1">
          <input
            type="radio"
            name={question}
            required
            checked={answers[question] === answer}
            onChange={() => onAnswer({ ...answers, [question]: answer })}
            className="mt-0.5 size-5 shrink-0 accent-brand"
          />
          <span className="min-w-0">
            <span className="text-name">{answer ? yes : no}</span>{' '}
            {keyedRows(answerFile({ rows }, { ...answers, [question]: answer }).rows).map((row) => (
              <span key={row.key} className="block text-secondary wrap-anywhere">
                {question === 'dayOrder' ? formatDate(row.day) : signed(row.amount)}: {row.description}
              </span>
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const signed = (pence: number) => (pence > 0 ? `${formatPence(pence)} in` : `${formatPence(-pence)} out`)
