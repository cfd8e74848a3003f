import { Button } from '@/components/ui/Button'
import { outgoingCopy } from './copy'
import { useKeepPayment } from './mutations'

/** Asks whether a payment is the customer's, which someone else may have set up. Until then it is not sent. */
export function KeepPayment({ id, onKept }: { id: string; onKept?: () => void }) {
  const keep = useKeepPayment()
  return (
    <div className="space-y-3 rounded bg-care-soft px-4 py-3">
      <p>{outgoingCopy.isItYours}</p>
      <Button variant="secondary" pending={keep.isPending} onClick={() => keep.mutate(id, { onSuccess: onKept })}>
        {outgoingCopy.keepIt}
      </Button>
    </div>
  )
}
