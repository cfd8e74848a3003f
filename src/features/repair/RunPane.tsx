import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { DetailPane } from '@/components/DetailPane'
import { Money } from '@/components/Money'
import { PagedTable } from '@/components/PagedTable'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { TextLink } from '@/components/TextLink'
import { usePages } from '@/components/usePages'
import { useOwnRoles } from '@/features/permissions/shared'
import { formatDenseDateTime } from '@/lib/dates'
import { adminTransactionPath } from '@/lib/paths'
import { repairCopy } from './copy'
import { repairQueries, runPaymentPageSize, type RunPayment } from './queries'

const copy = repairCopy.run

/** The payments that a run has found, and when it repaired each. */
export function RunPane({ id, onClose }: { id: string; onClose: () => void }) {
  const heading = useRef<HTMLDivElement>(null)
  const pages = usePages<string>()
  const list = useQuery({ ...repairQueries.payments(id, pages.after), placeholderData: keepPreviousData })
  const { permissions } = useOwnRoles()
  return (
    <DetailPane title={copy.title} onClose={onClose}>
      <div ref={heading} tabIndex={-1} className="outline-none">
        <PagedTable
          query={list}
          words={copy}
          pages={pages}
          pageSize={runPaymentPageSize}
          placeOf={({ transactionId }) => transactionId}
          heading={heading}
          isCompact={false}
        >
          {(payment) => (
            <PaymentRow
              key={payment.transactionId}
              payment={payment}
              isLink={permissions.includes('view_transactions')}
            />
          )}
        </PagedTable>
      </div>
    </DetailPane>
  )
}

function PaymentRow({ payment, isLink }: { payment: RunPayment; isLink: boolean }) {
  const { transactionId, paidAt, recipientName, amount, repairedAt } = payment
  return (
    <StaffRow>
      <StaffRowHead>
        {recipientName === null ? (
          copy.removed
        ) : isLink ? (
          <TextLink to={adminTransactionPath(transactionId)}>{recipientName}</TextLink>
        ) : (
          recipientName
        )}
        {paidAt !== null && (
          <time dateTime={paidAt} className="block text-muted tabular-nums">
            {formatDenseDateTime(paidAt)}
          </time>
        )}
      </StaffRowHead>
      <StaffCell label="Amount" isFigure isDense>
        <Money pence={amount} />
      </StaffCell>
      <StaffCell label="Repaired" isDense className="tabular-nums">
        {repairedAt === null ? copy.notRepaired : <time dateTime={repairedAt}>{formatDenseDateTime(repairedAt)}</time>}
      </StaffCell>
    </StaffRow>
  )
}
