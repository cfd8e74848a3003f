import { CaseMessage } from './CaseMessage'
import { caseCopy } from './copy'
import { useAnswerCase } from './mutations'

type CaseAnswerProps = { id: string; question: string | null; onSent?: () => void }

/** What the customer writes to the staff of a case: the answer to their question, or more. */
export function CaseAnswer({ id, question, onSent }: CaseAnswerProps) {
  const send = useAnswerCase(id)
  return (
    <CaseMessage
      name={`case:${id}`}
      title={question === null ? caseCopy.more : caseCopy.question}
      label={question === null ? caseCopy.message : caseCopy.answer}
      action={caseCopy.send}
      submit={(answer) => send.mutateAsync(answer)}
      onSent={onSent}
    >
      {question !== null && <p className="mb-3 wrap-anywhere">{question}</p>}
    </CaseMessage>
  )
}
