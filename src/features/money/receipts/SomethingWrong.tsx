import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '@/components/ui/Dialog'
import { claimPath, paths } from '@/lib/paths'
import { addToChatDraft } from '@/lib/storage'
import { receiptCopy } from './copy'
import { useRecallPayment, useReportScam } from './mutations'
import { describePayment, isByCard, type PaidPayment } from './receipt'
import { unrecognisedCopy } from './unrecognisedCopy'
import { UnrecognisedPayments } from './UnrecognisedPayments'

type SomethingWrongProps = { userId: string; payment: PaidPayment; onClose: () => void }

/**
 * Asks what is wrong with a payment, and describes it in the chat's input. A payment that the customer was tricked into, or did
 * not make, leads to the claim; after one by card, the card is frozen first. Anything else leads to the chat.
 */
export function SomethingWrong({ userId, payment, onClose }: SomethingWrongProps) {
  const navigate = useNavigate()
  const report = useReportScam()
  const recall = useRecallPayment()
  const [isUnrecognised, setIsUnrecognised] = useState(false)

  const words = isUnrecognised ? unrecognisedCopy : receiptCopy.wrong
  const isCard = isByCard(payment)
  const problems = receiptCopy.problems.filter(({ kind }) => !isCard || (kind !== 'scam' && kind !== 'mistake'))

  const handleChoose = ({ kind, label }: (typeof receiptCopy.problems)[number]) => {
    if (kind === 'scam') report.mutate(payment.id)
    if (kind === 'scam' || kind === 'mistake')
      recall.mutate({ id: payment.id, reason: kind === 'scam' ? 'fraud' : 'mistake' })
    if (kind === 'unauthorised' && isCard) return setIsUnrecognised(true)
    addToChatDraft(userId, describePayment(payment, label))
    if (kind === 'scam' || kind === 'unauthorised') void navigate(claimPath(payment.id), { state: { kind } })
    else void navigate(paths.chat)
  }

  return (
    <Dialog open onOpenChange={onClose} title={words.title} description={words.text}>
      {isUnrecognised ? (
        <UnrecognisedPayments userId={userId} payment={payment} onClose={onClose} />
      ) : (
        <ul className="-mx-2">
          {problems.map((problem) => (
            <li key={problem.kind}>
              <button
                type="button"
                onClick={() => handleChoose(problem)}
                className="flex min-h-12 w-full items-center gap-3 rounded px-2 text-left text-name hover:bg-brand-soft"
              >
                <span className="flex-1">{problem.label}</span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
