import { AskButton } from '@/components/AskButton'
import { useOwnRoles } from '@/features/person/permissions/shared'
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
  if (!transaction.isCreditMissing || paymentId === null) return null
  const name = payee?.name ?? transaction.recipient
  const amount = formatPence(transaction.amount)
  return (
    <div className="space-y-2 border-t border-line bg-care-soft px-4 py-3 text-small">
      <p>{copy.means(amount, name)}</p>
      {roles.includes('admin') && permissions.includes('repair_transactions') ? (
        <AskButton
          label={copy.action}
          variant="secondary"
          change={repair}
          question={{ title: copy.title, text: copy.text(amount, name), variant: 'primary', args: paymentId }}
          failure={(title) => ({ title })}
        />
      ) : (
        <p className="text-secondary">{copy.noRight}</p>
      )}
    </div>
  )
}
