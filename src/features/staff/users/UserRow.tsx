import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { compactButton } from '@/components/compactButton'
import { Money } from '@/components/Money'
import { ShortDate } from '@/components/ShortDate'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { Tag } from '@/components/Tag'
import { Button } from '@/components/ui/Button'
import { Checkbox } from '@/components/ui/Checkbox'
import { useFocusFallback } from '@/components/useFocusFallback'
import { PinCell } from '@/features/person/pins/shared'
import { cn } from '@/lib/cn'
import { noName } from '@/lib/noName'
import { userCopy } from './copy'
import { useApproveUser } from './mutations'
import { adminUserPath } from '@/lib/paths'
import type { User } from './queries'
import { SupportSwitch } from './SupportSwitch'
import { SuspendButton } from './SuspendButton'

type UserRowProps = {
  user: User
  approved: boolean
  /** Users cannot change their own rights. */
  isSelf: boolean
  isChosen: boolean
  /** Null: the row cannot be chosen. */
  onChoose: ((isChosen: boolean) => void) | null
  focusFallback: RefObject<HTMLElement | null>
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

export function UserRow(props: UserRowProps) {
  const { user, approved, isSelf, isChosen, onChoose, focusFallback, onEdit, onDelete } = props
  useFocusFallback(focusFallback)
  const name = user.fullName ?? noName
  return (
    <StaffRow>
      <StaffRowHead>
        <span
          className={cn(
            'flex flex-wrap items-center gap-x-2 gap-y-1 lg:min-w-68',
            // Two tags beside a long name would make the table wider than the screen.
            !approved && 'lg:flex-nowrap',
          )}
        >
          {onChoose !== null && (
            <Checkbox label={`Select ${name}`} isLabelHidden checked={isChosen} onChange={onChoose} />
          )}
          <span className={cn('text-strong lg:max-w-44 lg:min-w-20', user.fullName === null && 'text-muted')}>
            <Link
              to={adminUserPath(user.id)}
              data-opens
              title={`${name}, ${user.signInEmail}`}
              className="flex min-h-11 items-center hover:underline lg:min-h-8"
            >
              <span className="lg:truncate">{name}</span>
            </Link>
          </span>
          {approved && <Tag>Approved</Tag>}
          {user.isStaff && <Tag>Staff</Tag>}
          {user.isSuspended && <Tag tone="danger">{user.isClosed ? 'Closed' : 'Suspended'}</Tag>}
          {user.hasAskedForPin && <Tag tone="care">Asked for PIN</Tag>}
          <span
            title={user.signInEmail}
            className={cn(
              'text-secondary max-lg:w-full lg:w-0 lg:min-w-20 lg:grow lg:truncate',
              // Beside the tags there is no room for it: it is in the title of the name.
              approved && 'lg:max-[90rem]:hidden',
            )}
          >
            {user.signInEmail}
          </span>
        </span>
      </StaffRowHead>
      <StaffCell label="Notification email">
        <span
          title={user.notificationEmail ?? undefined}
          className={cn(
            'lg:block lg:truncate',
            // Beside the balance and more buttons there is no room for a width of its own.
            approved ? 'lg:w-0 lg:min-w-full' : 'lg:max-w-64',
            user.notificationEmail === null ? 'text-muted' : 'max-lg:text-right',
          )}
        >
          {user.notificationEmail ?? userCopy.noEmail}
        </span>
      </StaffCell>
      <StaffCell label="PIN">
        <PinCell user={user} />
      </StaffCell>
      <StaffCell label="Signed up">
        <ShortDate at={user.createdAt} />
      </StaffCell>
      {approved && (
        <StaffCell label="Balance" isFigure>
          {user.balance === null ? (
            <span className="text-muted">{userCopy.noBalance}</span>
          ) : (
            <Money pence={user.balance} className="text-name" />
          )}
        </StaffCell>
      )}
      <StaffCell>
        {/* In the table layout, the column header shows the label. */}
        <div className="w-full lg:flex lg:justify-center lg:[&_input]:scale-75 lg:[&_label]:min-h-8 lg:[&_label]:justify-center lg:[&_label>span]:sr-only lg:[&_p]:sr-only">
          <SupportSwitch user={user} isSelf={isSelf} />
        </div>
      </StaffCell>
      <StaffCell>
        <div className="flex flex-wrap gap-2 lg:flex-nowrap lg:justify-end lg:whitespace-nowrap">
          {!approved && <ApproveButton user={user} isSelf={isSelf} name={name} />}
          <Button
            variant="secondary"
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(user)}
            className={compactButton}
          >
            Edit
          </Button>
          {approved && <SuspendButton user={user} isInList className={compactButton} />}
          {approved && (
            <Button
              variant="secondary"
              aria-label={`Revoke Access of ${name}`}
              title={user.canDelete ? undefined : userCopy.notDeletable}
              disabled={!user.canDelete}
              onClick={() => onDelete(user)}
              className={`border-danger! text-danger! ${compactButton}`}
            >
              Revoke Access
            </Button>
          )}
        </div>
      </StaffCell>
    </StaffRow>
  )
}

function ApproveButton({ user, isSelf, name }: { user: User; isSelf: boolean; name: string }) {
  const approve = useApproveUser()
  return (
    <Button
      aria-label={`Approve ${name}`}
      disabled={isSelf || !user.isPinVisible}
      pending={approve.isPending}
      onClick={() => approve.mutate(user.id)}
      className={compactButton}
    >
      Approve
    </Button>
  )
}
