import { useIsBalanceHidden } from './hiddenBalance'
import { Money } from '@/components/Money'
import { useCounted } from '@/components/useCounted'

/** The balance of the customer's account, or a mask while this device hides it. */
export function Balance({ pence, className = '' }: { pence: number; className?: string }) {
  const isHidden = useIsBalanceHidden()
  const shown = useCounted(pence)
  if (!isHidden) return <Money pence={shown} className={className} />
  return (
    <span className={className}>
      <span aria-hidden>£••••</span>
      <span className="sr-only">Hidden</span>
    </span>
  )
}
