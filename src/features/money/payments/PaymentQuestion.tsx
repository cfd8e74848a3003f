import { useLocation, useNavigate } from 'react-router-dom'
import { formatPence, penceToPounds } from '@/lib/money'
import { paths } from '@/lib/paths'
import { addToChatDraft } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { paymentCopy } from './copy'
import { PayeeCheckSheet } from './PayeeCheckSheet'
import type { Payment } from './payment'
import type { QuestionAnswer, Question } from './paymentState'
import { WarningSheet } from './WarningSheet'

type PaymentQuestionProps = {
  payment: Payment
  question: Question
  /** Sends the payment again, with the same idempotency key. */
  onAnswer: (answered: QuestionAnswer) => void
  /** Back to the form: nothing is paid. */
  onBack: () => void
  /** Back to the payee's details: nothing is paid. */
  onEdit: () => void
}

/** What the customer must read or decide before the server takes the payment. */
export function PaymentQuestion({ payment, question, onAnswer, onBack, onEdit }: PaymentQuestionProps) {
  const navigate = useNavigate()
  const place = useLocation()

  if (question.kind === 'name') {
    return (
      <PayeeCheckSheet
        answer={question.check}
        accountType={null}
        // The server asks for the check of this name.
        onCorrect={(correction) => 'recipient' in correction && onAnswer({ ...correction, checkId: null })}
        onContinue={() => onAnswer({ checkId: question.check.id })}
        onEdit={onEdit}
        onClose={onBack}
      />
    )
  }
  const { warning } = question
  const handleHelp = async () => {
    addToChatDraft(payment.userId, describeUnpaid(payment))
    toast.info(paymentCopy.notYet)
    // The form has these again when the customer comes back.
    const { reference, reason } = payment
    const typed = { amount: penceToPounds(payment.amount), reference, reason }
    await navigate(place.pathname, { replace: true, state: { ...place.state, ...typed } })
    await navigate(paths.chat)
  }
  return (
    <WarningSheet
      payment={payment}
      rules={warning.rules}
      reason={payment.reason}
      onPay={() => onAnswer({ warning })}
      onBack={onBack}
      onHelp={() => void handleHelp()}
    />
  )
}

/** What the customer tells the support from the warning. The assistant passes it on to a person: it asks for one. */
function describeUnpaid({ amount, recipient, sortCode }: Payment): string {
  return `I want to talk to a human. I was about to pay ${formatPence(amount)} to ${recipient} (${sortCode}) and want to check that it is safe. Nothing has been paid.`
}
