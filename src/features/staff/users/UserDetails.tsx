import type { ReactNode } from 'react'
import { Facts } from '@/components/Facts'
import { Money } from '@/components/Money'
import { SpokenDigits } from '@/components/SpokenDigits'
import { StaffCard } from '@/components/StaffCard'
import { permissionNames, roleNames } from '@/features/person/permissions/shared'
import { PinCell } from '@/features/person/pins/shared'
import { wordsOf } from '@/lib/codeWords'
import { noName } from '@/lib/noName'
import { useUserId } from '@/lib/session'
import { userCopy } from './copy'
import { ChangeAddress } from './ChangeAddress'
import { toListedUser, type UserPage } from './queries'
import { SupportSwitch } from './SupportSwitch'
import { None, When } from './UserPageRows'

const copy = userCopy.page

type PartProps = { userId: string; page: UserPage }

export function ProfilePart({ userId, page }: PartProps) {
  const isSelf = userId === useUserId()
  return (
    <StaffCard
      title="Profile"
      actions={
        page.closed_at === null && (
          <ChangeAddress userId={userId} name={page.full_name ?? noName} isLocked={isSelf || !page.pin_visible} />
        )
      }
    >
      <Facts
        facts={[
          ['Sign-in email', page.sign_in_email],
          ['Notification email', page.notification_email ?? userCopy.noEmail],
          ['Postal address', page.postal_address?.join(', ') ?? copy.noAddress],
          ['Signed up', <When key="when" at={page.created_at} />],
          ['Status', statusOf(page)],
          [
            'Roles',
            page.roles.length === 0 ? copy.noRole : page.roles.map((role) => wordsOf(roleNames, role)).join(', '),
          ],
          page.permissions.length > 0 && [
            'Permissions',
            page.permissions.map((permission) => wordsOf(permissionNames, permission)).join(', '),
          ],
          [
            'PIN',
            <PinCell
              key="pin"
              user={{ id: userId, fullName: page.full_name, hasPin: page.has_pin, isPinVisible: page.pin_visible }}
            />,
          ],
        ]}
      />
      <div className="border-t border-line px-4 py-2">
        <SupportSwitch user={toListedUser(userId, page)} isSelf={isSelf} />
      </div>
    </StaffCard>
  )
}

export function AccountPart({ page: { account, card_shortfall: shortfall } }: Pick<PartProps, 'page'>) {
  return (
    <StaffCard title="Account">
      {account === null ? (
        <None>{copy.account}</None>
      ) : (
        <Facts
          facts={[
            ['Sort code', <SpokenDigits key="sort code">{account.sort_code}</SpokenDigits>],
            ['Account number', <SpokenDigits key="account number">{account.account_number}</SpokenDigits>],
            ['Balance', <Money key="balance" pence={account.balance} />],
            ['Pending', <Money key="pending" pence={account.pending} />],
            shortfall > 0 && [userCopy.shortfall, <Money key="shortfall" pence={shortfall} />],
          ]}
        />
      )}
    </StaffCard>
  )
}

function statusOf(page: UserPage): ReactNode {
  const {
    suspended_at: suspendedAt,
    closed_at: closedAt,
    closed_by: closedBy,
    frozen_at: frozenAt,
    unfreezes_at: unfreezesAt,
    approved,
    rejection_reason: reason,
  } = page
  if (closedAt !== null)
    return (
      <>
        Closed by {closedBy === 'owner' ? 'the owner' : 'the bank'} on <When at={closedAt} />
      </>
    )
  if (suspendedAt !== null)
    return (
      <>
        Suspended since <When at={suspendedAt} />
      </>
    )
  if (frozenAt !== null)
    return (
      <>
        Frozen by its owner since <When at={frozenAt} />
        {unfreezesAt !== null && (
          <>
            , until <When at={unfreezesAt} />
          </>
        )}
      </>
    )
  if (approved) return 'Approved'
  return reason === null ? 'Pending' : `Rejected: ${reason}`
}
