import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { paymentCopy } from './copy'
import type { CheckAnswer } from './payeeCheck'
import type { AccountType } from './payForm'

type PayeeCheckSheetProps = {
  answer: CheckAnswer
  /** What the customer chose. Null where the form does not ask. */
  accountType: AccountType | null
  /** The name on the account is being checked. */
  isPending: boolean
  /** Left out where the name cannot be changed. */
  onUseName?: (name: string) => void
  onContinue: () => void
  onEdit: () => void
}

/** Shown when the name is not quite, or not at all, the name on the account. */
export function PayeeCheckSheet(props: PayeeCheckSheetProps) {
  const { answer, accountType, isPending, onUseName, onContinue, onEdit } = props
  const { outcome, holderName } = answer
  const isClose = outcome === 'close_match'
  const copy = paymentCopy.payeeCheck
  const [title, text] = !isClose
    ? [copy.noMatch, outcome === 'wrong_type' && accountType !== null ? copy.wrongType(accountType) : copy.noMatchText]
    : [holderName === null ? copy.close : copy.didYouMean(holderName), copy.closeText]
  return (
    <Dialog open onOpenChange={onEdit} title={title} description={text}>
      <div className="flex flex-col gap-2">
        {isClose && holderName !== null && onUseName !== undefined && (
          <Button pending={isPending} onClick={() => onUseName(holderName)}>
            Use this name
          </Button>
        )}
        <Button
          variant={isClose && holderName !== null && onUseName !== undefined ? 'secondary' : 'primary'}
          onClick={onEdit}
        >
          Edit details
        </Button>
        <Button variant="quiet" onClick={onContinue}>
          {isClose ? 'Continue with the name I typed' : 'Continue anyway'}
        </Button>
      </div>
    </Dialog>
  )
}
