import type { ReactNode } from 'react'
import { factLook, Facts, factsLook, type Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { StaffCard } from '@/components/StaffCard'
import { TextLink } from '@/components/TextLink'
import { Button } from '@/components/ui/Button'
import { auditSystem, describeAction } from '@/features/audit/shared'
import { chatStatuses } from '@/features/chat/shared'
import { permissionNames, roleNames } from '@/features/permissions/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDenseDateTime } from '@/lib/dates'
import { adminTransactionPath, agentChatPath, auditRowPath, userAuditPath, userTransactionsPath } from '@/lib/paths'
import { userCopy } from './copy'
import { useEndUserSessions } from './mutations'
import { PinCell } from './PinCell'
import type { UserPage } from './queries'

const copy = userCopy.page

type PartProps = { userId: string; page: UserPage }

export function ProfilePart({ userId, page }: PartProps) {
  return (
    <StaffCard title="Profile">
      <Facts
        facts={[
          ['Sign-in email', page.sign_in_email],
          ['Notification email', page.notification_email ?? userCopy.noEmail],
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
    </StaffCard>
  )
}

export function AccountPart({ page: { account } }: Pick<PartProps, 'page'>) {
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
            ['Held', <Money key="held" pence={account.held} />],
          ]}
        />
      )}
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
        rows={page.devices.map(({ name, last_seen_at }) => ({
          key: `${name} ${last_seen_at}`,
          text: name,
          note: (
            <>
              seen <When at={last_seen_at} />
            </>
          ),
        }))}
      />
    </StaffCard>
  )
}

export function PaymentsPart({ page: { payments, sign_in_email: email } }: Pick<PartProps, 'page'>) {
  if (payments === null) return null
  return (
    <StaffCard title="Latest payments" actions={<TextLink to={userTransactionsPath(email)}>All transactions</TextLink>}>
      <Rows
        none={copy.payments}
        rows={payments.map(({ id, created_at, other_party, amount, incoming, status }) => ({
          key: id,
          to: adminTransactionPath(id),
          text: `${other_party}${status === 'completed' ? '' : ` (${status})`}`,
          note: (
            <>
              <Money pence={amount} direction={incoming ? 'in' : 'out'} /> · <When at={created_at} />
            </>
          ),
        }))}
      />
    </StaffCard>
  )
}

export function ChatPart({ page: { chat } }: Pick<PartProps, 'page'>) {
  if (chat === null) return null
  return (
    <StaffCard title="Chat">
      <Rows
        none={copy.chats}
        rows={chat.map(({ id, status, updated_at }) => ({
          key: id,
          to: agentChatPath(id),
          text: wordsOf(chatStatuses, status),
          note: <When at={updated_at} />,
        }))}
      />
    </StaffCard>
  )
}

export function AuditPart({ userId, page: { audit } }: PartProps) {
  if (audit === null) return null
  return (
    <StaffCard title="Audit of this user" actions={<TextLink to={userAuditPath(userId)}>All rows</TextLink>}>
      <Rows
        none={copy.audit}
        rows={audit.map(({ id, created_at, action, actor }) => ({
          key: String(id),
          to: auditRowPath(id),
          text: describeAction(action),
          note: (
            <>
              {actor ?? auditSystem}, <When at={created_at} />
            </>
          ),
        }))}
      />
    </StaffCard>
  )
}

/** `to`: the record itself, where the row leads. */
type RowsProps = { none: string; rows: { key: string; to?: string; text: string; note: ReactNode }[] }

function Rows({ none, rows }: RowsProps) {
  if (rows.length === 0) return <None>{none}</None>
  return (
    <ul className={factsLook}>
      {rows.map(({ key, to, text, note }) => (
        <li key={key} className={factLook}>
          <span className="wrap-anywhere">{to === undefined ? text : <TextLink to={to}>{text}</TextLink>}</span>
          <span className="text-muted tabular-nums">{note}</span>
        </li>
      ))}
    </ul>
  )
}

function None({ children }: { children: string }) {
  return <p className="px-4 pb-4 text-sm text-muted">{children}</p>
}

function When({ at }: { at: string }) {
  return <time dateTime={at}>{formatDenseDateTime(at)}</time>
}

function statusOf({ suspended_at: suspendedAt, approved, rejection_reason: reason }: UserPage): ReactNode {
  if (suspendedAt !== null)
    return (
      <>
        Suspended since <When at={suspendedAt} />
      </>
    )
  if (approved) return 'Approved'
  return reason === null ? 'Pending' : `Rejected: ${reason}`
}
