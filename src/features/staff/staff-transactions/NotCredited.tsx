import { useState } from 'react'
import { Confirmation } from '@/components/Confirmation'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { messageOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { staffTransactionsCopy } from './copy'
import { useRepairPayment } from './mutations'
import type { TransactionDetails } from './queries'

const copy = staffTransactionsCopy.notCredited

/** Says that the payee's money is missing, and repairs it for staff who may. */
export function NotCredited({
  details: { transaction, payee, outgoing_id: paymentId },
}: {
  details: TransactionDetails
}) {
  const { roles, permissions } = useOwnRoles()
  const repair = useRepairPayment()
  const [isAsking, setIsAsking] = useState(false)
  if (!transaction.isCreditMissing || paymentId === null) return null
  const name = payee?.name ?? transaction.recipient
  const amount = formatPence(transaction.amount)
  const close = () => setIsAsking(false)
  return (
    <div className="space-y-2 border-t border-line bg-care-soft px-4 py-3 text-sm">
      <p>{copy.means(amount, name)}</p>
      {roles.includes('admin') && permissions.includes('repair_transactions') ? (
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {copy.action}
        </Button>
      ) : (
        <p className="text-muted">{copy.noRight}</p>
      )}
      {isAsking && (
        <Dialog open onOpenChange={close} title={copy.title} description={copy.text(amount, name)}>
          <Confirmation
            confirmLabel={copy.action}
            variant="primary"
            pending={repair.isPending}
            problem={repair.error === null ? null : { title: messageOf(repair.error) }}
            onConfirm={() => repair.mutate(paymentId, { onSuccess: close })}
            onClose={close}
          />
        </Dialog>
      )}
    </div>
  )
}
