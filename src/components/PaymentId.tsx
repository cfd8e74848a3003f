import { CopyableNumber } from './CopyableNumber'

/** The end of a payment's id, and the whole to copy. Payments of the same minute have the same beginning. */
export function PaymentId({ id, className }: { id: string; className?: string }) {
  return <CopyableNumber label="Payment ID" value={id} shown={`…${id.slice(-8)}`} className={className} />
}
