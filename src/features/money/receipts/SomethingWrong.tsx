import { ChevronRight } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '@/components/ui/Dialog'
import { paths } from '@/lib/paths'
import { addToChatDraft } from '@/lib/storage'
import { ClaimLink } from './ClaimLink'
import { receiptCopy } from './copy'
import { useRecallPayment, useReportScam } from './mutations'
import { describePayment, type PaidPayment } from './receipt'

type SomethingWrongProps = { userId: string; payment: PaidPayment; onClose: () => void }

/** Asks what is wrong with a payment, and opens the chat with the payment described. */
export function SomethingWrong({ userId, payment, onClose }: SomethingWrongProps) {
  const navigate = useNavigate()
  const report = useReportScam()
  const recall = useRecallPayment()

  const handleChoose = ({ kind, label }: (typeof receiptCopy.problems)[number]) => {
    if (kind === 'scam') report.mutate(payment.id)
    if (kind !== 'unknown') recall.mutate({ id: payment.id, reason: kind === 'scam' ? 'fraud' : 'mistake' })
    addToChatDraft(userId, describePayment(payment, label))
    void navigate(paths.chat)
  }

  return (
    <Dialog open onOpenChange={onClose} title={receiptCopy.wrong.title} description={receiptCopy.wrong.text}>
      <ul className="-mx-2">
        {receiptCopy.problems.map((problem) => (
          <li key={problem.kind}>
            <button
              type="button"
              onClick={() => handleChoose(problem)}
              className="flex min-h-12 w-full items-center gap-3 rounded px-2 text-left font-medium hover:bg-brand-soft"
            >
              <span className="flex-1">{problem.label}</span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
        <li>
          <ClaimLink transactionId={payment.id} />
        </li>
      </ul>
    </Dialog>
  )
}
