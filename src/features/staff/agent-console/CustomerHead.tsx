import type { ReactNode } from 'react'
import { TextLink } from '@/components/TextLink'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { formatDate } from '@/lib/dates'
import { noName } from '@/lib/noName'
import { adminUserPath, transcriptsPath, userTransactionsPath } from '@/lib/paths'
import type { HeadCustomer } from './chatCustomer'

type CustomerHeadProps = {
  customer: HeadCustomer
  /** Beside the name. */
  mark?: ReactNode
}

/** Who the customer is, with the ways to what the reader may see of them. */
export function CustomerHead({ customer, mark }: CustomerHeadProps) {
  const { permissions } = useOwnRoles()
  const may = (permission: string) => permissions.includes(permission)
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 text-strong wrap-anywhere">
        {customer.full_name ?? noName}
        {mark}
      </p>
      <p className="wrap-anywhere text-secondary">{customer.email}</p>
      <p className="text-secondary">
        {statusOf(customer)} · member since {formatDate(customer.created_at)}
      </p>
      <p className="flex flex-wrap gap-x-4 pt-1">
        {may('approve_users') && <TextLink to={adminUserPath(customer.user_id)}>User</TextLink>}
        {may('view_transactions') && <TextLink to={userTransactionsPath(customer.email)}>Transactions</TextLink>}
        {may('read_transcripts') && <TextLink to={transcriptsPath(customer.user_id)}>Transcripts</TextLink>}
      </p>
    </div>
  )
}

function statusOf({ approved, suspended_at, closed_at, frozen_at }: HeadCustomer): string {
  if (closed_at !== null) return 'Account closed'
  if (suspended_at !== null) return 'Suspended'
  if (frozen_at !== null) return 'Frozen by its owner'
  return approved ? 'Approved' : 'Pending'
}
