import { useState } from 'react'
import { actionOf } from '@/features/staff/previews/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { Button } from '@/components/ui/Button'
import { closingNoticeCopy as copy } from './closingCopy'
import { useWithdrawClosing, caseArguments } from './mutations'
import { waitsForSecond, type StaffCase } from './queries'

/** Asks a second administrator to keep the account open. */
export function WithdrawClosing({ shown }: { shown: StaffCase }) {
  const [isOpen, setIsOpen] = useState(false)
  const withdraw = useWithdrawClosing(shown.id)
  return (
    <>
      <Button variant="secondary" disabled={waitsForSecond(shown)} onClick={() => setIsOpen(true)}>
        {copy.withdraw}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={copy.withdrawTitle}
          text={copy.withdrawText}
          confirmLabel={copy.ask}
          submit={withdraw.mutateAsync}
          preview={(reason) => actionOf('ask_to_withdraw_closing', caseArguments.reason(shown.id, reason))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
