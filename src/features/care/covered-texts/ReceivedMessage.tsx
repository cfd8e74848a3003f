import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AskButton } from '@/components/AskButton'
import { Button } from '@/components/ui/Button'
import { useIsTurnedOff } from '@/features/person/profile/queries'
import type { Transaction } from '@/features/money/transactions/queries'
import { messageOf } from '@/lib/errors'
import { casePath } from '@/lib/paths'
import { useUserId } from '@/lib/session'
import { coveredCopy } from './copy'
import { useHideSender, useReportMessage, useShowSender } from './mutations'
import { coveredQueries } from './queries'

/** What a customer does about the message of a payment that they received. */
export function ReceivedMessage({ transaction }: { transaction: Transaction }) {
  const { id, counterparty, reference, sortCode, accountNumber } = transaction
  const navigate = useNavigate()
  const hide = useHideSender()
  const show = useShowSender()
  const report = useReportMessage()
  const isOffered = !useIsTurnedOff('covered_texts')
  const hidden = useQuery(coveredQueries.senders(useUserId())).data?.find(
    (sender) => sender.sortCode === sortCode && sender.accountNumber === accountNumber,
  )
  const isCovered = reference === coveredCopy.reference || counterparty === coveredCopy.name
  // A payment without a message says who it is from.
  if (!isCovered && (reference === null || reference === `Payment from ${counterparty}`)) return null
  return (
    <div className="space-y-3">
      {/* What is shown is covered again when its sender is hidden. */}
      {isCovered && <CoveredText key={hide.status} transactionId={id} />}
      <div className="space-y-2">
        {(hidden !== undefined || isOffered) && (
          <AskButton
            label={hidden === undefined ? coveredCopy.hide : coveredCopy.unhide}
            variant="secondary"
            className="w-full"
            change={hide}
            question={hidden === undefined ? { ...coveredCopy.hiding, variant: 'primary', args: id } : null}
            failure={() => coveredCopy.notHidden}
            pending={show.isPending}
            onClick={() => hidden !== undefined && show.mutate(hidden)}
          />
        )}
        {isOffered && (
          <AskButton
            label={coveredCopy.report}
            variant="secondary"
            className="w-full"
            change={report}
            question={{ ...coveredCopy.reporting, variant: 'primary', args: id }}
            failure={() => coveredCopy.notReported}
            onDone={(caseId) => void navigate(casePath(caseId))}
          />
        )}
      </div>
    </div>
  )
}

function CoveredText({ transactionId }: { transactionId: string }) {
  const [isShown, setIsShown] = useState(false)
  const covered = useQuery({ ...coveredQueries.text(transactionId), enabled: isShown })
  const text = isShown ? covered.data : undefined
  return (
    <div className="space-y-2 rounded bg-care-soft p-3">
      <p className="text-small">{coveredCopy.text}</p>
      <div role="status">
        {text !== undefined && (
          <p className="text-name wrap-anywhere whitespace-pre-wrap">{text ?? coveredCopy.nothing}</p>
        )}
        {covered.isError && <p className="text-danger">{messageOf(covered.error)}</p>}
      </div>
      {text === undefined && (
        <Button
          variant="secondary"
          pending={covered.isFetching}
          onClick={() => (covered.isError ? void covered.refetch() : setIsShown(true))}
        >
          {coveredCopy.show}
        </Button>
      )}
    </div>
  )
}
