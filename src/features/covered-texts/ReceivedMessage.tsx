import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { profileQueries } from '@/features/profile/queries'
import type { Transaction } from '@/features/transactions/queries'
import { messageOf } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { addToChatDraft } from '@/lib/storage'
import { coveredCopy } from './copy'
import { useHideSender } from './mutations'
import { coveredQueries } from './queries'

/** What a customer does about the message of a payment that they received. */
export function ReceivedMessage({ userId, transaction }: { userId: string; transaction: Transaction }) {
  const { id, amount, counterparty, reference } = transaction
  const navigate = useNavigate()
  const hide = useHideSender()
  const [isAsked, setIsAsked] = useState(false)
  const canHide = useQuery(profileQueries.own(userId)).data?.turnedOff.includes('covered_texts') !== true
  const isCovered = reference === coveredCopy.reference || counterparty === coveredCopy.name
  // A payment without a message says who it is from.
  if (!isCovered && (reference === null || reference === `Payment from ${counterparty}`)) return null
  return (
    <div className="space-y-3">
      {isCovered && <CoveredText transactionId={id} />}
      <div className="flex flex-wrap gap-3">
        {canHide && (
          <Button variant="secondary" className="flex-1" pending={hide.isPending} onClick={() => setIsAsked(true)}>
            {coveredCopy.hide}
          </Button>
        )}
        <Button
          variant="secondary"
          className="flex-1"
          onClick={() => {
            addToChatDraft(userId, coveredCopy.reportText(amount, counterparty, id))
            void navigate(paths.chat)
          }}
        >
          {coveredCopy.report}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog {...coveredCopy.hiding} onConfirm={() => hide.mutate(id)} onClose={() => setIsAsked(false)} />
      )}
    </div>
  )
}

function CoveredText({ transactionId }: { transactionId: string }) {
  const [isShown, setIsShown] = useState(false)
  const covered = useQuery({ ...coveredQueries.text(transactionId), enabled: isShown })
  return (
    <div className="space-y-2 rounded bg-care-soft p-3">
      <p className="text-sm">{coveredCopy.text}</p>
      <div role="status">
        {covered.data !== undefined && (
          <p className="font-medium wrap-anywhere whitespace-pre-wrap">{covered.data ?? coveredCopy.nothing}</p>
        )}
        {covered.isError && <p className="text-danger">{messageOf(covered.error)}</p>}
      </div>
      {covered.data === undefined && (
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
