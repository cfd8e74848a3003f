import { Switch } from '@/components/ui/Switch'
import { adminPermissions, extraPermissions, permissionNames, type Permission } from '@/features/permissions/shared'
import { useSetPermission } from './mutations'
import type { PersonWithRole } from './queries'

export function PermissionBoxes({ admin, name }: { admin: PersonWithRole; name: string }) {
  const stateOf = (permission: Permission) => ({
    adminId: admin.id,
    permission,
    isGranted: admin.permissions.includes(permission),
  })
  return (
    <fieldset className="grid w-fit gap-x-6 sm:grid-cols-2">
      <legend className="sr-only">Permissions of {name}</legend>
      {adminPermissions.map((permission) => (
        <PermissionBox key={permission} {...stateOf(permission)} />
      ))}
      {extraPermissions.map((permission) => (
        <div key={permission} className="sm:max-lg:col-span-2 lg:[&_input]:scale-75">
          <PermissionSwitch {...stateOf(permission)} />
        </div>
      ))}
    </fieldset>
  )
}

type PermissionProps = { adminId: string; permission: Permission; isGranted: boolean }

function PermissionBox({ adminId, permission, isGranted }: PermissionProps) {
  const { mutate, isPending, variables: granted } = useSetPermission(adminId, permission)
  return (
    <label className="flex min-h-11 items-center gap-2 lg:min-h-8">
      <input
        type="checkbox"
        checked={isPending ? granted : isGranted}
        onChange={(event) => mutate(event.target.checked)}
        className="size-5 shrink-0 accent-brand"
      />
      {permissionNames[permission]}
    </label>
  )
}

/** A switch, as in the user list. */
function PermissionSwitch({ adminId, permission, isGranted }: PermissionProps) {
  const { mutate, isPending, variables: granted } = useSetPermission(adminId, permission)
  return (
    <Switch
      label={permissionNames[permission]}
      checked={isPending ? granted : isGranted}
      onChange={(isOn) => mutate(isOn)}
    />
  )
}
