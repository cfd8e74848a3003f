import { useState } from 'react'
import { ReasonDialog } from '@/components/ReasonDialog'
import { Button } from '@/components/ui/Button'
import { formatPence } from '@/lib/money'
import { closingNoticeCopy as copy } from './closingCopy'
import { useReleasePayout } from './mutations'
import type { StaffCase } from './queries'

/** Asks a second administrator to let the owner of a closed account have the money. */
export function ReleasePayout({ shown }: { shown: StaffCase }) {
  const [isOpen, setIsOpen] = useState(false)
  const release = useReleasePayout(shown.id)
  return (
    <>
      <Button disabled={shown.is_waiting} onClick={() => setIsOpen(true)}>
        {copy.release}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={copy.releaseTitle}
          text={copy.releaseText(formatPence(shown.amount ?? 0), (shown.asked_back ?? 0) > 0)}
          confirmLabel={copy.ask}
          submit={release.mutateAsync}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
