import { useState } from 'react'
import { compactButton } from '@/components/compactButton'
import { Money } from '@/components/Money'
import { SpokenDigits } from '@/components/SpokenDigits'
import { StaffCard } from '@/components/StaffCard'
import { Button } from '@/components/ui/Button'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { savingsState, type SavingsOfUser } from '@/features/staff/staff-transactions/shared'
import { userCopy } from './copy'
import { EditSavingsDialog } from './lazyDialogs'
import type { UserPage } from './queries'
import { Rows } from './UserPageRows'

const copy = userCopy.page

/** The savings accounts of a user. Left out for a user who never had one. */
export function SavingsPart({ userId, page: { savings, pin_visible: canEdit } }: { userId: string; page: UserPage }) {
  const { permissions } = useOwnRoles()
  const [edited, setEdited] = useState<SavingsOfUser | null>(null)
  if (savings === null || savings.length === 0) return null
  return (
    <StaffCard title={copy.savings} count={savings.length}>
      <Rows
        none=""
        rows={savings.map((account) => {
          const state = savingsState(account)
          return {
            key: account.id,
            text: <SpokenDigits>{`${account.sort_code} ${account.account_number}`}</SpokenDigits>,
            note: (
              <>
                <Money pence={account.balance} />
                {state !== null && <> · {state}</>}
              </>
            ),
            action: permissions.includes('financial_support') && account.closed_at === null && (
              <Button
                variant="secondary"
                className={compactButton}
                disabled={!canEdit}
                title={canEdit ? undefined : userCopy.staffLocked}
                aria-label={copy.editSavings(account.account_number)}
                onClick={() => setEdited(account)}
              >
                {userCopy.editSavings.open}
              </Button>
            ),
          }
        })}
      />
      {edited !== null && <EditSavingsDialog userId={userId} account={edited} onClose={() => setEdited(null)} />}
    </StaffCard>
  )
}
