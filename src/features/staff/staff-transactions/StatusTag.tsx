import { Tag } from '@/components/Tag'
import type { StaffTransaction } from './readTransactions'
import { statusText } from './statusText'

/** The status as text and colour. */
export function StatusTag({ transaction }: { transaction: StaffTransaction }) {
  const { status, reversedAt, isCreditMissing } = transaction
  const tone = reversedAt !== null ? 'danger' : status === 'completed' && !isCreditMissing ? 'plain' : 'care'
  return <Tag tone={tone}>{statusText(transaction)}</Tag>
}
