import { useState } from 'react'
import { Facts } from '@/components/Facts'
import { Money } from '@/components/Money'
import { StaffCard } from '@/components/StaffCard'
import { Button } from '@/components/ui/Button'
import { readClosedRecords } from '@/features/care/closing/queries'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { RecordsButton } from '@/features/money/statements/shared'
import { userCopy } from './copy'
import { PayOut } from './PayOut'
import type { UserPage } from './queries'

const copy = userCopy.closedPart

/** Of a closed account: the money that came in after it, and its statements and letters for an owner who asks. */
export function ClosedPart({ userId, page }: { userId: string; page: UserPage }) {
  const [isPaying, setIsPaying] = useState(false)
  const { permissions } = useOwnRoles()
  const { waiting, asked_back: askedBack } = page
  return (
    <StaffCard title={copy.title}>
      <Facts
        facts={[
          [copy.waiting, waiting === 0 ? copy.none : <Money key="waiting" pence={waiting} />],
          askedBack > 0 && [copy.askedBack, <Money key="asked" pence={askedBack} />],
        ]}
      />
      <div className="space-y-3 border-t border-line px-4 py-2.5 text-small">
        <p>{copy.statements}</p>
        <div className="flex flex-wrap gap-2">
          {waiting > 0 && permissions.includes('financial_support') && (
            <Button variant="secondary" onClick={() => setIsPaying(true)}>
              {copy.pay}
            </Button>
          )}
          {permissions.includes('view_transactions') && permissions.includes('manage_cases') && (
            <RecordsButton read={() => readClosedRecords(userId)} />
          )}
        </div>
      </div>
      {isPaying && <PayOut userId={userId} page={page} onClose={() => setIsPaying(false)} />}
    </StaffCard>
  )
}
