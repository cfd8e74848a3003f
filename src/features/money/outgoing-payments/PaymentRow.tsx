import type { ReactNode } from 'react'
import { Initials } from '@/components/Initials'
import { Money } from '@/components/Money'
import { ShortText } from '@/components/ShortText'

type PaymentRowProps = {
  name: string
  /** Without the initials, where all rows are of one payee and have other names. */
  isPlain?: boolean
  /** Lines under the name. */
  details: (string | null)[]
  /** In pence. */
  amount: number
  /** It comes in. */
  isIn?: boolean
  note?: string
  isProblem?: boolean
  /** A button at the end. */
  action?: ReactNode
}

/** One payment of a list. */
export function PaymentRow({
  name,
  isPlain = false,
  details,
  amount,
  isIn = false,
  note,
  isProblem = false,
  action,
}: PaymentRowProps) {
  return (
    <div className="flex min-h-15 items-center gap-1 py-2 pr-2 pl-4">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        {!isPlain && <Initials name={name} />}
        <span className="min-w-0 flex-1 basis-36">
          <ShortText className="text-name">{name}</ShortText>
          {details
            .filter((line) => line !== null)
            .map((line) => (
              <span key={line} className="block text-secondary wrap-anywhere">
                {line}
              </span>
            ))}
        </span>
        <span className="ml-auto text-right">
          <Money pence={amount} direction={isIn ? 'in' : 'out'} className="block text-amount" />
          {note !== undefined && (
            <span className={`block text-label ${isProblem ? 'text-danger' : 'text-muted'}`}>{note}</span>
          )}
        </span>
      </span>
      {action ?? <span className="w-1" />}
    </div>
  )
}
