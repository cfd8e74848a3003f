export const roleCopy = {
  notAdmin: 'Not an admin: uses no staff tool but this one',
  adminGranted: { title: 'Admin role granted' },
  superAdminGranted: { title: 'Super Admin role granted' },
  adminRemoved: { title: 'Admin role removed' },
  permissionUpdated: { title: 'Permission updated' },
  notAllowed: {
    title: 'Action Not Allowed',
    text: 'Super admin roles cannot be revoked for security reasons',
  },
  error: 'Error',
  groups: {
    super_admin: { title: 'Super Admins', what: 'super admins', none: 'No super admins' },
    admin: { title: 'Admins', what: 'admins', none: 'No admins' },
    user: { title: 'Regular Users', what: 'regular users', none: 'No regular users' },
  },
  noneFound: (none: string) => `${none} match this search`,
  confirmSuperAdmin: {
    title: 'Make super admin?',
    text: (name: string) =>
      `${name} will be able to change everybody's roles and permissions. This role can never be revoked.`,
    action: 'Make Super Admin',
  },
  confirmRevoke: {
    title: 'Revoke admin?',
    text: (name: string) => `${name} loses the role admin and every permission at once.`,
    action: 'Revoke Admin',
  },
} as const
