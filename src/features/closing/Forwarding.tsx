import { useState } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { formatDay } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { closedCopy } from './closedCopy'
import { useSetForwarding, useStopForwarding } from './mutations'
import { PayeeForm } from './PayeeForm'
import type { OpenedProps } from './WaitingMoney'

const copy = closedCopy.forwarding

/** Where what is paid to the closed account is sent on to. */
export function Forwarding({ visitKey, account, onChange }: OpenedProps) {
  const [isAsked, setIsAsked] = useState(false)
  const set = useSetForwarding(visitKey, (changed) => {
    setIsAsked(false)
    onChange(changed)
  })
  const stop = useStopForwarding(visitKey, onChange)
  const payee = account.forwards_to
  if (payee === null && !account.can_forward) return null
  const until = formatDay(account.forwards_until)
  return (
    <TitledCard title={copy.title}>
      <div className="space-y-4">
        <p role="status" className="wrap-anywhere">
          {payee === null
            ? copy.off(until)
            : copy.on(`${payee.name}, ${payee.sort_code} ${payee.account_number}`, until)}
        </p>
        <FormProblem words={stop.error === null ? null : { title: copy.notStopped, text: messageOf(stop.error) }} />
        <Button
          variant="secondary"
          className="w-full"
          aria-expanded={payee === null ? isAsked : undefined}
          pending={stop.isPending}
          pendingLabel={copy.stopping}
          onClick={() => (payee === null ? setIsAsked(!isAsked) : stop.mutate())}
        >
          {payee === null ? copy.ask : copy.stop}
        </Button>
        {isAsked && <PayeeForm visitKey={visitKey} words={copy} action={set} />}
      </div>
    </TitledCard>
  )
}
