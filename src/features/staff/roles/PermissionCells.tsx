import { StaffCell } from '@/components/StaffTable'
import { Switch } from '@/components/ui/Switch'
import {
  adminPermissions,
  extraPermissions,
  permissionNames,
  type Permission,
} from '@/features/person/permissions/shared'
import { usePendingChanges } from '@/lib/usePendingChanges'
import { permissionTurn, useSetPermission } from './mutations'
import type { PersonWithRole } from './queries'

/** The columns of a table with the permissions of each admin. */
export const permissionColumns = [...adminPermissions, ...extraPermissions].map((each) => permissionNames[each])

type PermissionCellsProps = {
  admin: PersonWithRole
  /** Nobody changes their own rights. */
  isSelf: boolean
}

/** The permissions of an admin, one in each column. */
export function PermissionCells({ admin, isSelf }: PermissionCellsProps) {
  const stateOf = (permission: Permission) => ({
    adminId: admin.id,
    permission,
    isGranted: admin.permissions.includes(permission),
    isSelf,
  })
  return (
    <>
      {adminPermissions.map((permission) => (
        <StaffCell key={permission}>
          <PermissionBox {...stateOf(permission)} />
        </StaffCell>
      ))}
      {extraPermissions.map((permission) => (
        <StaffCell key={permission}>
          <PermissionSwitch {...stateOf(permission)} />
        </StaffCell>
      ))}
    </>
  )
}

type PermissionProps = { adminId: string; permission: Permission; isGranted: boolean; isSelf: boolean }

function PermissionBox({ adminId, permission, isGranted, isSelf }: PermissionProps) {
  const { mutate } = useSetPermission(adminId, permission)
  const pressed = usePendingChanges<boolean>(permissionTurn(adminId, permission)).at(-1)
  return (
    <label className="flex min-h-11 items-center gap-2 max-lg:w-full max-lg:justify-between lg:min-h-8">
      {/* In the table layout, the column header shows the label. */}
      <span className="lg:sr-only">{permissionNames[permission]}</span>
      <input
        type="checkbox"
        checked={pressed ?? isGranted}
        disabled={isSelf}
        onChange={(event) => mutate(event.target.checked)}
        className="size-5 shrink-0 accent-brand"
      />
    </label>
  )
}

/** A switch, as in the user list. */
function PermissionSwitch({ adminId, permission, isGranted, isSelf }: PermissionProps) {
  const { mutate } = useSetPermission(adminId, permission)
  const pressed = usePendingChanges<boolean>(permissionTurn(adminId, permission)).at(-1)
  return (
    <div className="w-full lg:[&_input]:scale-75 lg:[&_label]:min-h-8 lg:[&_label>span]:sr-only">
      <Switch
        label={permissionNames[permission]}
        checked={pressed ?? isGranted}
        disabled={isSelf}
        onChange={(isOn) => mutate(isOn)}
      />
    </div>
  )
}
