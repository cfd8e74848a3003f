import postgres from 'postgres'
import { newCustomer, type Customer } from './customers'
import { openTarget, type Target } from './target'

export type App = Target & {
  database: postgres.Sql
  /** A new user with these rights. */
  newStaff(name: string, role: 'admin' | 'super_admin', permissions?: string[]): Promise<Customer>
}

/** The target with the settings of an installation whose staff sign in from any device, and where one administrator is enough. */
export async function openApp(): Promise<App> {
  const target = await openTarget()
  const database = postgres(target.databaseUrl, { max: 2, onnotice: () => {} })
  const [before] = await database<{ device_binding: string; four_eyes_above: string | null }[]>`
    select device_binding, four_eyes_above from private.settings`
  await database`update private.settings set device_binding = 'off', four_eyes_above = null where only_row`
  return {
    ...target,
    database,
    async newStaff(name, role, permissions = []) {
      const person = await newCustomer(target, database, name)
      await database`insert into public.user_roles (user_id, role) values (${person.id}, ${role})`
      for (const permission of permissions)
        await database`insert into public.admin_permissions (admin_id, permission) values (${person.id}, ${permission})`
      return person
    },
    async close() {
      if (before) await database`update private.settings set ${database(before)} where only_row`
      await database.end()
      await target.close()
    },
  }
}
