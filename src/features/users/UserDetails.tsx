import type { ReactNode } from 'react'
import { Facts, type Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { StaffCard } from '@/components/StaffCard'
import { Button } from '@/components/ui/Button'
import { permissionNames, roleNames } from '@/features/permissions/shared'
import { PinCell } from '@/features/pins/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDate } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { useUserId } from '@/lib/session'
import { userCopy } from './copy'
import { useEndUserSessions, useSendClosedLink } from './mutations'
import { ProtectUser } from './ProtectUser'
import { toListedUser, type UserPage } from './queries'
import { SupportSwitch } from './SupportSwitch'
import { None, Rows, When } from './UserPageRows'

const copy = userCopy.page
const ownerLook = 'border-t border-line px-4 py-2.5 text-sm text-muted'

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
          ...(page.permissions.length > 0
            ? ([
                ['Permissions', page.permissions.map((permission) => wordsOf(permissionNames, permission)).join(', ')],
              ] satisfies Fact[])
            : []),
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
            ['Pending', <Money key="pending" pence={account.held} />],
            ...(shortfall > 0
              ? ([[userCopy.shortfall, <Money key="shortfall" pence={shortfall} />]] satisfies Fact[])
              : []),
          ]}
        />
      )}
    </StaffCard>
  )
}

/** Of a closed account: what is left of it, and the way to it for its owner. */
export function ClosedPart({ userId, page: { closed_at: closedAt, waiting } }: PartProps) {
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
        ]}
      />
      <div className="space-y-3 border-t border-line px-4 py-2.5 text-sm">
        <p>{userCopy.closedPart.statements}</p>
        <Button
          variant="secondary"
          pending={send.isPending}
          pendingLabel={userCopy.closedPart.sending}
          onClick={() => send.mutate(userId)}
        >
          {userCopy.closedPart.send}
        </Button>
      </div>
    </StaffCard>
  )
}

export function LimitsPart({ userId, page: { limits, frozen_at: frozenAt, pin_visible: canEdit } }: PartProps) {
  if (limits === null) return null
  const { daily_limit: daily, sent_today: sent, next_limit: next, next_limit_from: nextFrom } = limits
  return (
    <StaffCard
      title="Payment limits"
      actions={
        (daily > 0 || next !== null) && (
          <ProtectUser
            userId={userId}
            canEdit={canEdit}
            what={{ kind: 'limit', limit: daily, isRaising: next !== null }}
            label="Lower limit"
          />
        )
      }
    >
      <Facts
        facts={[
          ...(frozenAt === null
            ? ([['Daily limit', formatPence(daily)]] satisfies Fact[])
            : ([
                ['Daily limit', copy.frozenLimit],
                ['After the freeze', formatPence(daily)],
              ] satisfies Fact[])),
          ['Sent today', formatPence(sent)],
          ...(next === null || nextFrom === null
            ? []
            : ([
                [
                  'Raised to',
                  <>
                    {formatPence(next)} from <When at={nextFrom} />
                  </>,
                ],
              ] satisfies Fact[])),
          ['Undo window', limits.undo_seconds === 0 ? copy.noUndo : `${limits.undo_seconds} seconds`],
        ]}
      />
      <p className={ownerLook}>{copy.onlyOwnerRaises}</p>
    </StaffCard>
  )
}

export function CardsPart({ userId, page: { cards, pin_visible: canEdit } }: PartProps) {
  return (
    <StaffCard title="Cards">
      <Rows
        none={copy.cards}
        rows={cards.map(({ id, last_four, status, expires_on }) => ({
          key: id,
          text: `Card ending ${last_four}`,
          note: `${wordsOf(copy.cardStatuses, status)}, expires ${formatDate(expires_on)}`,
          action: status === 'active' && (
            <ProtectUser
              userId={userId}
              canEdit={canEdit}
              what={{ kind: 'card', id, name: last_four }}
              label="Freeze"
              name={`Freeze the card ending ${last_four}`}
            />
          ),
        }))}
      />
      {cards.length > 0 && <p className={ownerLook}>{copy.onlyOwnerUnfreezes}</p>}
    </StaffCard>
  )
}

export function SessionsPart({ userId, page }: PartProps) {
  const end = useEndUserSessions()
  return (
    <StaffCard
      title="Devices and sessions"
      actions={
        page.sessions.length > 0 && (
          <Button
            variant="secondary"
            disabled={!page.pin_visible}
            title={page.pin_visible ? undefined : userCopy.staffLocked}
            pending={end.isPending}
            onClick={() => end.mutate(userId)}
            className="px-4! text-sm"
          >
            Sign out everywhere
          </Button>
        )
      }
    >
      <Rows
        none={copy.sessions}
        rows={page.sessions.map(({ started_at, last_active_at, device }) => ({
          key: started_at,
          text: device ?? 'Session',
          note: (
            <>
              since <When at={started_at} />
              {last_active_at !== null && (
                <>
                  , active <When at={last_active_at} />
                </>
              )}
            </>
          ),
        }))}
      />
      <Rows
        none={copy.devices}
        rows={page.devices.map(({ id, name, last_seen_at }) => ({
          key: id,
          text: name,
          note: (
            <>
              seen <When at={last_seen_at} />
            </>
          ),
          action: (
            <ProtectUser
              userId={userId}
              canEdit={page.pin_visible}
              what={{ kind: 'device', id, name }}
              label="Remove"
              name={`Remove ${name}`}
            />
          ),
        }))}
      />
    </StaffCard>
  )
}

export function PasskeysPart({ userId, page: { passkeys, pin_visible: canEdit } }: PartProps) {
  return (
    <StaffCard title="Passkeys">
      <Rows
        none={copy.passkeys}
        rows={passkeys.map(({ id, name, created_at: addedAt, last_used_at: usedAt }) => ({
          key: id,
          text: name,
          note: (
            <>
              added <When at={addedAt} />
              {usedAt !== null && (
                <>
                  , used <When at={usedAt} />
                </>
              )}
            </>
          ),
          action: (
            <ProtectUser
              userId={userId}
              canEdit={canEdit}
              what={{ kind: 'passkey', id, name }}
              label="Remove"
              name={`Remove the passkey ${name}`}
            />
          ),
        }))}
      />
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
