import { Facts } from '@/components/Facts'
import { StaffCard } from '@/components/StaffCard'
import { Button } from '@/components/ui/Button'
import { wordsOf } from '@/lib/codeWords'
import { formatDate } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { userCopy } from './copy'
import { useEndUserSessions } from './mutations'
import { ProtectUser } from './ProtectUser'
import type { UserPage } from './queries'
import { Rows, When } from './UserPageRows'

// What staff can do to protect a customer: freeze a card, end sessions, remove a device or a passkey.

const copy = userCopy.page
const ownerLook = 'border-t border-line px-4 py-2.5 text-secondary'

type PartProps = { userId: string; page: UserPage }

export function LimitsPart({ page: { limits, frozen_at: frozenAt } }: Pick<PartProps, 'page'>) {
  if (limits === null) return null
  const { daily_limit: daily, sent_today: sent, next_limit: next, next_limit_from: nextFrom } = limits
  return (
    <StaffCard title="Payment limits">
      <Facts
        facts={[
          ['Daily limit', frozenAt === null ? formatPence(daily) : copy.frozenLimit],
          frozenAt !== null && ['After the freeze', formatPence(daily)],
          ['Sent today', formatPence(sent)],
          next !== null &&
            nextFrom !== null && [
              'Raised to',
              <>
                {formatPence(next)} from <When at={nextFrom} />
              </>,
            ],
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
