import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { CallLine } from '@/features/person/calls/shared'
import { paymentCopy } from './copy'
import type { CheckAnswer, CheckedPayee } from './payeeCheck'
import type { AccountType } from './payForm'
import type { usePayeeCheck } from './usePayeeCheck'

/** What the check suggests instead of what was typed. */
type Correction = { recipient: string } | { accountType: AccountType }

type PayeeCheckSheetProps = {
  answer: CheckAnswer
  /** What the customer chose. Null where the form does not ask. */
  accountType: CheckedPayee['accountType']
  onCorrect: (correction: Correction) => void
  onContinue: () => void
  onEdit: () => void
  /** The sheet is closed without an answer. Default: `onEdit`. */
  onClose?: () => void
}

/** Shown when the name or the type is not quite, or not at all, that of the account. */
export function PayeeCheckSheet(props: PayeeCheckSheetProps) {
  const { answer, accountType, onCorrect, onContinue, onEdit, onClose = onEdit } = props
  const { title, text, suggestion } = questionOf(answer, accountType)
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <div className="flex flex-col gap-2">
        <CallLine />
        {suggestion !== undefined && (
          <Button onClick={() => onCorrect(suggestion.correction)}>{suggestion.label}</Button>
        )}
        <Button variant={suggestion === undefined ? 'primary' : 'secondary'} onClick={onEdit}>
          Edit details
        </Button>
        <Button variant="quiet" onClick={onContinue}>
          {answer.outcome === 'close_match' ? 'Continue with the name I typed' : 'Continue anyway'}
        </Button>
      </div>
    </Dialog>
  )
}

type FormPayeeCheckProps = {
  check: Pick<ReturnType<typeof usePayeeCheck<CheckedPayee>>, 'asked' | 'edit' | 'continueAnyway'>
  form: { set: (correction: Correction) => void; submitWith: (correction: Correction) => void }
}

/** What the check of a form asks. The form is submitted with a correction at once. */
export function FormPayeeCheck({ check: { asked, edit, continueAnyway }, form }: FormPayeeCheckProps) {
  if (asked === null) return null
  return (
    <PayeeCheckSheet
      answer={asked.answer}
      accountType={asked.payee.accountType}
      onCorrect={(correction) => {
        edit()
        form.set(correction)
        form.submitWith(correction)
      }}
      onContinue={continueAnyway}
      onEdit={edit}
    />
  )
}

type PayeeQuestion = { title: string; text: string; suggestion?: { label: string; correction: Correction } }

function questionOf({ outcome, holderName }: CheckAnswer, chosen: CheckedPayee['accountType']): PayeeQuestion {
  const copy = paymentCopy.payeeCheck
  if (outcome === 'close_match') {
    return holderName === null
      ? { title: copy.close, text: copy.closeText }
      : {
          title: copy.didYouMean(holderName),
          text: copy.closeText,
          suggestion: { label: 'Use this name', correction: { recipient: holderName } },
        }
  }
  if (outcome === 'wrong_type' && chosen !== null) {
    const accountType = chosen === 'Personal' ? 'Business' : 'Personal'
    return {
      title: copy.isType(accountType),
      text: copy.wrongTypeText(chosen),
      suggestion: { label: `Change to ${accountType}`, correction: { accountType } },
    }
  }
  return { title: copy.noMatch, text: copy.noMatchText }
}
