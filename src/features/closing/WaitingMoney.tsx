import { useState } from 'react'
import { TitledCard } from '@/components/TitledCard'
import type { ClosedAccount } from './closedAccount'
import { closedCopy } from './closedCopy'
import { usePayOut } from './mutations'
import { PayeeForm } from './PayeeForm'

const copy = closedCopy.waiting

/** The pressed button is gone. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

export type OpenedProps = { visitKey: string; account: ClosedAccount; onChange: (account: ClosedAccount) => void }

/** The money that waits after the closing, and where its owner wants it. */
export function WaitingMoney({ visitKey, account, onChange }: OpenedProps) {
  const pence = account.waiting
  const [paid, setPaid] = useState<number | null>(null)
  const pay = usePayOut(visitKey, (changed) => {
    setPaid(pence - changed.waiting)
    onChange(changed)
  })
  if (paid !== null)
    return (
      <p role="status" tabIndex={-1} ref={takeFocus}>
        {copy.paid(paid)}
      </p>
    )
  if (pence === 0) return null
  return (
    <TitledCard title={copy.title(pence)}>
      {account.payout_waits ? (
        <p>{copy.later}</p>
      ) : account.forwards_to !== null ? (
        <p>{copy.sentOn}</p>
      ) : (
        <PayeeForm visitKey={visitKey} words={{ ...copy, act: copy.pay(pence) }} action={pay} />
      )}
    </TitledCard>
  )
}
