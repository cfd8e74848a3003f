import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { CallLine } from './CallLine'
import { callCopy } from './copy'
import { IdentityCode } from './IdentityCode'
import { useCallState } from './useCallState'

/** At the top of the customer's help: whether the bank is calling, and the code for when the customer calls or writes. */
export function ContactCard() {
  const [isOpen, setIsOpen] = useState(false)
  if (useCallState().kind === 'off') return null
  return (
    <div className="space-y-2 rounded bg-card p-4 shadow-card">
      <CallLine />
      <Button variant="secondary" className="w-full" onClick={() => setIsOpen(true)}>
        {callCopy.code.open}
      </Button>
      {isOpen && <IdentityCode onClose={() => setIsOpen(false)} />}
    </div>
  )
}
