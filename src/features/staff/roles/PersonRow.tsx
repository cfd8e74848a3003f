import type { RefObject } from 'react'
import { compactButton } from '@/components/compactButton'
import { ShortDate } from '@/components/ShortDate'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { Tag } from '@/components/Tag'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { cn } from '@/lib/cn'
import { noName } from '@/lib/noName'
import { useUserId } from '@/lib/session'
import { roleCopy } from './copy'
import { useMakeAdmin } from './mutations'
import { PermissionCells, permissionColumns } from './PermissionCells'
import type { PersonWithRole, RoleGroup } from './queries'

type PersonRowProps = {
  group: RoleGroup
  person: PersonWithRole
  focusFallback: RefObject<HTMLElement | null>
  onMakeSuperAdmin: (person: PersonWithRole) => void
  onRevoke: (person: PersonWithRole) => void
}

export function PersonRow({ group, person, focusFallback, onMakeSuperAdmin, onRevoke }: PersonRowProps) {
  useFocusFallback(focusFallback)
  const isSelf = useUserId() === person.id
  const name = person.fullName ?? noName
  return (
    <StaffRow>
      <StaffRowHead>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 lg:flex-nowrap">
          <span
            className={cn(
              'text-strong lg:truncate',
              group === 'user' ? 'lg:max-w-44' : 'lg:max-w-32',
              person.fullName === null && 'text-muted',
            )}
          >
            {name}
          </span>
          {group === 'super_admin' && <Tag>Permanent</Tag>}
          {!person.isApproved && <Tag tone="care">Pending</Tag>}
          <span
            title={person.signInEmail}
            className="text-secondary max-lg:w-full lg:w-0 lg:min-w-20 lg:grow lg:truncate"
          >
            {person.signInEmail}
          </span>
        </span>
      </StaffRowHead>
      {group === 'user' && (
        <StaffCell label="Signed up">
          <ShortDate at={person.createdAt} />
        </StaffCell>
      )}
      {group !== 'user' &&
        (group === 'admin' || person.isAdmin ? (
          <PermissionCells admin={person} isSelf={isSelf} />
        ) : (
          <td colSpan={permissionColumns.length} className="text-muted max-lg:block max-lg:py-2 lg:px-3">
            {roleCopy.notAdmin}
          </td>
        ))}
      {/* The role super admin itself is permanent. */}
      {group === 'super_admin' && (
        <StaffCell className="lg:text-right lg:whitespace-nowrap">
          {!person.isAdmin && !isSelf && <MakeAdmin person={person} name={name} />}
        </StaffCell>
      )}
      {group !== 'super_admin' && (
        <StaffCell>
          <div className="flex flex-wrap gap-2 lg:flex-nowrap lg:justify-end lg:whitespace-nowrap">
            {group === 'user' && <MakeAdmin person={person} name={name} />}
            <Button
              variant="secondary"
              aria-label={`Make Super Admin: ${name}`}
              onClick={() => onMakeSuperAdmin(person)}
              className={compactButton}
            >
              Make Super Admin
            </Button>
            {group === 'admin' && (
              <Button
                variant="secondary"
                aria-label={`Revoke Admin: ${name}`}
                onClick={() => onRevoke(person)}
                className={`border-danger! text-danger! ${compactButton}`}
              >
                Revoke Admin
              </Button>
            )}
          </div>
        </StaffCell>
      )}
    </StaffRow>
  )
}

function MakeAdmin({ person, name }: { person: PersonWithRole; name: string }) {
  const make = useMakeAdmin()
  return (
    <Button
      variant="secondary"
      aria-label={`Make Admin: ${name}`}
      pending={make.isPending}
      onClick={() => make.mutate(person.id)}
      className={compactButton}
    >
      Make Admin
    </Button>
  )
}
