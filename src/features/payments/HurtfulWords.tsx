import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { paymentCopy } from './copy'

type HurtfulWordsProps = { reference: string; onAnswer: (isSent: boolean) => void }

/** Before a payment whose reference has words that hurt: the payer changes them, or sends them. */
export function HurtfulWords({ reference, onAnswer }: HurtfulWordsProps) {
  const { title, text, change, send } = paymentCopy.hurtfulWords
  return (
    <Dialog open onOpenChange={() => onAnswer(false)} title={title} description={text}>
      <div className="space-y-4">
        <blockquote className="rounded bg-care-soft p-3 wrap-anywhere">{reference}</blockquote>
        <div className="flex flex-col gap-2">
          <Button onClick={() => onAnswer(false)}>{change}</Button>
          <Button variant="secondary" onClick={() => onAnswer(true)}>
            {send}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
