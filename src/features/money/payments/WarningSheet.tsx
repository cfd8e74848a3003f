import { useState } from 'react'
import { Money } from '@/components/Money'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { CallLine } from '@/features/person/calls/shared'
import { formatPence } from '@/lib/money'
import { ReadTick } from './ReadTick'
import { nameRules, warningText, whyWarned, type PaymentReason, type WarningRule } from './warnings'

type WarningSheetProps = {
  payment: { amount: number; recipient: string }
  rules: WarningRule[]
  reason: PaymentReason | null
  onPay: () => void
  onBack: () => void
  onHelp: () => void
}

/** The warning before a payment that one or more rules hold for. It must be ticked. Screen readers start at the warning. */
export function WarningSheet({ payment, rules, reason, onPay, onBack, onHelp }: WarningSheetProps) {
  const [isRead, setIsRead] = useState(false)
  const { title, text } = warningText[reason ?? 'other']
  const isNameInDoubt = nameRules.some((rule) => rules.includes(rule))
  const goBack = (
    <Button variant={isNameInDoubt ? 'primary' : 'secondary'} onClick={onBack}>
      Go back
    </Button>
  )
  return (
    <Dialog open onOpenChange={onBack} title={title} description={text}>
      <div className="space-y-4">
        <CallLine />
        <div tabIndex={-1} data-first-focus className="rounded bg-care-soft p-3 text-small">
          <p className="text-strong text-care">
            Why we ask about <Money pence={payment.amount} /> to{' '}
            <span className="wrap-anywhere">{payment.recipient}</span>
          </p>
          <ul className="mt-1 list-disc pl-5">
            {rules.map((rule) => (
              <li key={rule}>{whyWarned[rule]}</li>
            ))}
          </ul>
        </div>
        <ReadTick isRead={isRead} onChange={setIsRead} />
        <div className="flex flex-col gap-2">
          {isNameInDoubt && goBack}
          <Button variant={isNameInDoubt ? 'secondary' : 'primary'} disabled={!isRead} onClick={onPay}>
            Pay {formatPence(payment.amount)}
          </Button>
          {!isNameInDoubt && goBack}
          <Button variant="quiet" onClick={onHelp}>
            Get help
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
