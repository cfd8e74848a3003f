import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { casePath } from '@/lib/paths'
import { useUserId } from '@/lib/session'
import { refreshMoney } from './afterPayment'
import { paymentCopy } from './copy'
import { useUndoPayment } from './mutations'
import type { Hold } from './payment'
import { heldPaymentQueries } from './queries'
import { useSecondsUntil, waitsForContact } from './useSecondsUntil'

/** The time that is left to undo a pending payment, and 'Undo'. Nothing for what is pending for another reason. */
export function UndoPart({ id }: { id: string }) {
  const { data } = useQuery(heldPaymentQueries.list(useUserId()))
  const hold = data?.find((held) => held.id === id)
  return hold === undefined ? null : hold.caseId === null ? <Undo hold={hold} /> : <UnderReview caseId={hold.caseId} />
}

/** A payment that is under review: its case says until when, and has 'Cancel payment'. */
function UnderReview({ caseId }: { caseId: string }) {
  return (
    <Link
      to={casePath(caseId)}
      className="flex min-h-11 items-center justify-between gap-3 text-label text-brand underline"
    >
      {paymentCopy.checkingInRow}
      <ChevronRight aria-hidden className="size-4 shrink-0" />
    </Link>
  )
}

function Undo({ hold }: { hold: Hold }) {
  const client = useQueryClient()
  const { data: state } = useQuery(heldPaymentQueries.state(hold))
  const undo = useUndoPayment(hold)
  const seconds = useSecondsUntil(hold.until)
  const isOpen = state === 'held'
  useEffect(() => {
    if (!isOpen) void refreshMoney(client)
  }, [client, isOpen])

  return (
    // It can end while the details show the transaction as pending.
    <div className="space-y-2" data-ended={isOpen ? undefined : ''}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <p role="timer" aria-live="off" className="text-secondary tabular-nums">
          {!isOpen || seconds === 0
            ? paymentCopy.ended[state]
            : waitsForContact(seconds)
              ? paymentCopy.waitingInRow(hold.until)
              : paymentCopy.secondsToUndo(seconds)}
        </p>
        {isOpen && seconds > 0 && (
          <Button variant="quiet" className="ml-auto px-3!" pending={undo.isPending} onClick={() => undo.mutate()}>
            <Undo2 aria-hidden className="size-4" />
            Undo
          </Button>
        )}
      </div>
      {undo.error && <FormProblem words={{ title: paymentCopy.undoFailed, text: messageOf(undo.error) }} />}
    </div>
  )
}
