import type { RefObject } from 'react'
import { Money } from '@/components/Money'
import { ShortDate } from '@/components/ShortDate'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { Tag } from '@/components/Tag'
import { Button } from '@/components/ui/Button'
import { Switch } from '@/components/ui/Switch'
import { useFocusFallback } from '@/components/useFocusFallback'
import { userCopy } from './copy'
import { useApproveUser, useSetFinancialSupport } from './mutations'
import { PinCell } from './PinCell'
import type { User } from './queries'

type UserRowProps = {
  user: User
  approved: boolean
  /** Users cannot change their own rights. */
  isSelf: boolean
  focusFallback: RefObject<HTMLElement | null>
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

export function UserRow({ user, approved, isSelf, focusFallback, onEdit, onDelete }: UserRowProps) {
  useFocusFallback(focusFallback)
  const name = user.fullName ?? userCopy.unnamed
  return (
    <StaffRow>
      <StaffRowHead>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={user.fullName === null ? 'font-semibold text-muted' : 'font-semibold'}>{name}</span>
          {approved && <Tag tone="good">Approved</Tag>}
          {user.isStaff && <Tag>Staff</Tag>}
          {user.hasAskedForPin && <Tag tone="care">Asked for PIN</Tag>}
        </span>
        <span className="block text-sm text-muted">{user.signInEmail}</span>
      </StaffRowHead>
      <StaffCell label="Notification email">
        <span className={user.notificationEmail === null ? 'text-muted' : 'max-lg:text-right'}>
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
            <Money pence={user.balance} className="font-medium" />
          )}
        </StaffCell>
      )}
      <StaffCell>
        <SupportSwitch user={user} isSelf={isSelf} />
      </StaffCell>
      <StaffCell>
        <div className="flex flex-wrap gap-2 lg:flex-nowrap lg:justify-end lg:whitespace-nowrap">
          {!approved && <ApproveButton user={user} isSelf={isSelf} name={name} />}
          <Button
            variant="secondary"
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(user)}
            className="px-4! text-sm"
          >
            Edit
          </Button>
          {approved && (
            <Button
              variant="secondary"
              aria-label={`Revoke Access of ${name}`}
              title={user.canDelete ? undefined : userCopy.notDeletable}
              disabled={!user.canDelete}
              onClick={() => onDelete(user)}
              className="border-danger! px-4! text-sm text-danger!"
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
      className="px-4! text-sm"
    >
      Approve
    </Button>
  )
}

function SupportSwitch({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { mutate, isPending, variables } = useSetFinancialSupport()
  return (
    // In the table layout, the column header shows the label.
    <div className="w-full lg:flex lg:justify-center lg:[&_label>span]:sr-only">
      <Switch
        label="Financial Support Access"
        checked={isPending ? variables.granted : user.hasFinancialSupport}
        disabled={isSelf || !user.isPinVisible}
        onChange={(granted) => isPending || mutate({ userId: user.id, granted })}
      />
    </div>
  )
}
