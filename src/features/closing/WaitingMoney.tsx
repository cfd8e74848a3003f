import { useState } from 'react'
import { TitledCard } from '@/components/TitledCard'
import type { ClosedAccount } from './closedAccount'
import { closedCopy } from './closedCopy'
import { usePayOut } from './mutations'
import { PayeeSteps } from './PayeeSteps'

const copy = closedCopy.waiting

export type OpenedProps = { visitKey: string; account: ClosedAccount; onChange: (account: ClosedAccount) => void }

/** The money that waits after the closing, and where its owner wants it. */
export function WaitingMoney({ visitKey, account: { waiting: pence, payout_waits: waits }, onChange }: OpenedProps) {
  const [paid, setPaid] = useState<number | null>(null)
  const pay = usePayOut(visitKey, (account) => {
    setPaid(pence - account.waiting)
    onChange(account)
  })
  if (paid !== null) return <p role="status">{copy.paid(paid)}</p>
  if (pence === 0) return null
  return (
    <TitledCard title={copy.title(pence)}>
      {waits ? (
        <p>{copy.later}</p>
      ) : (
        <PayeeSteps visitKey={visitKey} words={{ ...copy, act: copy.pay(pence) }} action={pay} />
      )}
    </TitledCard>
  )
}
