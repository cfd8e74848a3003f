import type { ReactNode } from 'react'
import { Facts } from '@/components/Facts'
import { Money } from '@/components/Money'
import { StaffCard } from '@/components/StaffCard'
import { Button } from '@/components/ui/Button'
import { permissionNames, roleNames } from '@/features/permissions/shared'
import { PinCell } from '@/features/pins/shared'
import { wordsOf } from '@/lib/codeWords'
import { useUserId } from '@/lib/session'
import { userCopy } from './copy'
import { useSendClosedLink } from './mutations'
import { ProtectUser } from './ProtectUser'
import { toListedUser, type UserPage } from './queries'
import { SupportSwitch } from './SupportSwitch'
import { None, When } from './UserPageRows'

const copy = userCopy.page

type PartProps = { userId: string; page: UserPage }

export function ProfilePart({ userId, page }: PartProps) {
  const isSelf = userId === useUserId()
  return (
    <StaffCard title="Profile">
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
            ['Sort code', account.sort_code],
            ['Account number', account.account_number],
            ['Balance', <Money key="balance" pence={account.balance} />],
            ['Pending', <Money key="pending" pence={account.pending} />],
            shortfall > 0 && [userCopy.shortfall, <Money key="shortfall" pence={shortfall} />],
          ]}
        />
      )}
    </StaffCard>
  )
}

/** Of a closed account: what is left of it, and the way to it for its owner. */
export function ClosedPart({ userId, page: { closed_at: closedAt, waiting, forwards_to: payee } }: PartProps) {
  const send = useSendClosedLink()
  if (closedAt === null) return null
  return (
    <StaffCard title={userCopy.closedPart.title}>
      <Facts
        facts={[
          [
            userCopy.closedPart.waiting,
            waiting === 0 ? userCopy.closedPart.none : <Money key="waiting" pence={waiting} />,
          ],
          payee !== null && [
            userCopy.closedPart.forwarded,
            `${payee.name}, ${payee.sort_code} ${payee.account_number}`,
          ],
        ]}
      />
      <div className="space-y-3 border-t border-line px-4 py-2.5 text-sm">
        <p>{userCopy.closedPart.statements}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            pending={send.isPending}
            pendingLabel={userCopy.closedPart.sending}
            onClick={() => send.mutate(userId)}
          >
            {userCopy.closedPart.send}
          </Button>
          {payee !== null && (
            // The owner of a closed account has no rights of staff.
            <ProtectUser
              userId={userId}
              canEdit
              what={{ kind: 'forwarding', name: payee.name }}
              label={userCopy.closedPart.stop}
            />
          )}
        </div>
      </div>
    </StaffCard>
  )
}

function statusOf(page: UserPage): ReactNode {
  const {
    suspended_at: suspendedAt,
    closed_at: closedAt,
    frozen_at: frozenAt,
    unfreezes_at: unfreezesAt,
    approved,
    rejection_reason: reason,
  } = page
  if (closedAt !== null)
    return (
      <>
        Closed since <When at={closedAt} />
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
