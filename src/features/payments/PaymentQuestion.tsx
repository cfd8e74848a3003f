import { useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { addToChatDraft } from '@/lib/storage'
import { PayeeCheckSheet } from './PayeeCheckSheet'
import type { PaymentTerms, Question } from './terms'
import type { Payment } from './unsettledPayment'
import { WarningSheet } from './WarningSheet'
import { describeUnpaid } from './warnings'

type PaymentQuestionProps = {
  payment: Omit<Payment, 'requestId'>
  question: Question
  /** Sends the payment again, with the same idempotency key. */
  onAnswer: (terms: Partial<PaymentTerms>) => void
  /** Back to the form: nothing is paid. */
  onBack: () => void
}

/** What the customer must read or decide before the server takes the payment. */
export function PaymentQuestion({ payment, question, onAnswer, onBack }: PaymentQuestionProps) {
  const navigate = useNavigate()

  if (question.kind === 'name') {
    return (
      <PayeeCheckSheet
        answer={question.answer}
        accountType={null}
        isPending={false}
        onContinue={() => onAnswer({ checkId: question.answer.id })}
        onEdit={onBack}
      />
    )
  }
  const { rules, askedAt } = question
  const handleHelp = () => {
    addToChatDraft(payment.userId, describeUnpaid(payment))
    void navigate(paths.chat)
  }
  return (
    <WarningSheet
      payment={payment}
      rules={rules}
      reason={payment.terms.reason}
      onPay={() => onAnswer({ warnings: rules, warnedAt: askedAt })}
      onBack={onBack}
      onHelp={handleHelp}
    />
  )
}
