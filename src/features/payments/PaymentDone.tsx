import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ActionBar } from '@/components/ActionBar'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { formatPence } from '@/lib/money'
import { paths } from '@/lib/paths'
import type { Receipt } from './payTransferFlow'

/** The receipt. */
export function PaymentDone({ receipt, onAgain }: { receipt: Receipt; onAgain: () => void }) {
  return (
    <>
      <div className="flex flex-1 flex-col items-center justify-center gap-4 py-10 text-center">
        <span className="flex size-20 items-center justify-center rounded-full bg-brand text-on-brand">
          <Check aria-hidden className="size-10" strokeWidth={2.5} />
        </span>
        <p className="max-w-full text-lg font-semibold wrap-anywhere">
          You've just paid {formatPence(receipt.amount)} to {receipt.recipient}
        </p>
        <p className="max-w-xs text-muted">The money should be available immediately but can take up to 2 hours</p>
      </div>
      <ActionBar>
        <Link to={paths.home} className={buttonLook('primary')}>
          My accounts
        </Link>
        <Button variant="secondary" onClick={onAgain}>
          Move money again
        </Button>
      </ActionBar>
    </>
  )
}
