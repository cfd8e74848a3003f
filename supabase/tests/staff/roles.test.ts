import { describe, expect, test } from 'vitest'
import { refusalAs, type Person, actingAs } from '../fixtures/database'
import {
  addAdmin,
  addCustomer,
  grantPermissions,
  aSuperAdmin,
  anAdmin,
  addSuperAdmin,
  withPeople,
  aCustomer,
} from '../fixtures/people'
import { callAs, readRecorded } from '../fixtures/staff'
import { adminPermissions, extraPermissions } from '@/features/person/permissions/permissionNames'

const { sql, superAdmin, admin, customer } = withPeople({
  superAdmin: aSuperAdmin('Super Beth'),
  admin: anAdmin(['manage_chat']),
  customer: aCustomer('Regular Rita'),
})

const change = (name: string, person: Person) =>
  callAs<boolean>(sql, superAdmin, (db) => db`select ${db(`public.${name}`)}(${person.id}) as answer`)
const set = (person: Person, permission: string, granted: boolean) =>
  callAs<boolean>(
    sql,
    superAdmin,
    (db) => db`select public.set_permission(${person.id}, ${permission}, ${granted}) as answer`,
  )
const rolesOf = async (person: Person) =>
  (await sql`select role from public.user_roles where user_id = ${person.id} order by role`).map(
    ({ role }) => role as string,
  )
const permissionsOf = async (person: Person) =>
  (await sql`select permission from public.admin_permissions where admin_id = ${person.id} order by permission`).map(
    ({ permission }) => permission as string,
  )
const recorded = async (person: Person) => [
  ...(await sql`
    select actor_id, action, details from private.audit_log where subject_id = ${person.id} order by id`),
]
const fourPermissions = ['approve_users', 'manage_chat', 'repair_transactions', 'view_transactions']

test('the app and the database know the same permissions', async () => {
  const known = await sql<{ name: string }[]>`select unnest(private.permissions()) as name`
  expect(known.map(({ name }) => name)).toEqual([...adminPermissions, ...extraPermissions])
})

describe('make_admin', () => {
  test('grants the role and four permissions once', async () => {
    expect(await change('make_admin', customer)).toBe(true)
    expect(await rolesOf(customer)).toEqual(['admin'])
    expect(await permissionsOf(customer)).toEqual(fourPermissions)
    await set(customer, 'view_transactions', false)
    expect(await change('make_admin', customer)).toBe(false)
    expect(await permissionsOf(customer)).toEqual(['approve_users', 'manage_chat', 'repair_transactions'])
    expect(await recorded(customer)).toEqual([
      { actor_id: superAdmin.id, action: 'grant_role', details: { role: 'admin' } },
      { actor_id: superAdmin.id, action: 'revoke_permission', details: { permission: 'view_transactions' } },
    ])
  })

  test('takes effect with the token that the user already has', async () => {
    await change('make_admin', customer)
    const users = await readRecorded(
      sql,
      customer,
      (db, listId) => db`select public.record_user_list(${listId}, true, ${superAdmin.email})`,
      (db, listId) => db`select id from public.list_users(${listId})`,
    )
    expect(users).toEqual([{ id: superAdmin.id }])
  })

  test('ends financial support that an admin granted to the customer', async () => {
    await grantPermissions(sql, customer, ['financial_support'])
    await change('make_admin', customer)
    expect(await permissionsOf(customer)).toEqual(fourPermissions)
  })
})

describe('make_super_admin', () => {
  test('adds the role to a customer and to an admin, who keeps theirs', async () => {
    expect(await change('make_super_admin', customer)).toBe(true)
    expect(await change('make_super_admin', admin)).toBe(true)
    expect(await change('make_super_admin', admin)).toBe(false)
    expect(await rolesOf(customer)).toEqual(['super_admin'])
    expect(await permissionsOf(customer)).toEqual([])
    expect(await rolesOf(admin)).toEqual(['admin', 'super_admin'])
    expect(await recorded(admin)).toEqual([
      { actor_id: superAdmin.id, action: 'grant_role', details: { role: 'super_admin' } },
    ])
  })

  test('leaves it possible to make the super admin an admin as well', async () => {
    await change('make_super_admin', customer)
    expect(await change('make_admin', customer)).toBe(true)
    expect(await rolesOf(customer)).toEqual(['admin', 'super_admin'])
    expect(await permissionsOf(customer)).toEqual(fourPermissions)
  })
})

describe('revoke_admin', () => {
  test('removes the role and every permission once, with immediate effect', async () => {
    await grantPermissions(sql, admin, ['financial_support', 'approve_users'])
    await actingAs(sql, admin, async (db) => {
      expect(await db`select from public.count_users()`).toHaveLength(1)
    })
    expect(await change('revoke_admin', admin)).toBe(true)
    expect(await rolesOf(admin)).toEqual([])
    expect(await permissionsOf(admin)).toEqual([])
    expect((await refusalAs(sql, admin, (q) => q`select from public.count_users()`)).code).toBe('PT403')
    expect(await change('revoke_admin', admin)).toBe(false)
    expect(await recorded(admin)).toEqual([
      { actor_id: superAdmin.id, action: 'revoke_role', details: { role: 'admin' } },
    ])
  })

  test('revoke_admin is refused for super admins, also for one who is an admin, and for the caller', async () => {
    const other = await addSuperAdmin(sql)
    await sql`insert into public.user_roles values (${admin.id}, 'super_admin')`
    for (const person of [other, admin, superAdmin]) {
      expect(await refusalAs(sql, superAdmin, (q) => q`select public.revoke_admin(${person.id})`)).toEqual({
        code: 'PT403',
        message: 'Super admin roles cannot be revoked for security reasons',
      })
    }
    expect(await rolesOf(admin)).toEqual(['admin', 'super_admin'])
  })

  test('concurrent with a new permission leaves no permission', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await addAdmin(sql, [])
      await Promise.allSettled([set(person, 'view_transactions', true), change('revoke_admin', person)])
      expect(await rolesOf(person)).toEqual([])
      expect(await permissionsOf(person)).toEqual([])
    }
  })

  test('concurrent with make_super_admin keeps the super admin role', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await addAdmin(sql, [])
      await Promise.allSettled([change('make_super_admin', person), change('revoke_admin', person)])
      expect(await rolesOf(person)).toContain('super_admin')
    }
  })
})

describe('set_permission', () => {
  test.each([...fourPermissions, 'financial_support'])('grants and revokes %s once each', async (permission) => {
    const person = await addAdmin(sql, [])
    expect(await set(person, permission, true)).toBe(true)
    expect(await set(person, permission, true)).toBe(false)
    expect(await permissionsOf(person)).toEqual([permission])
    expect(await set(person, permission, false)).toBe(true)
    expect(await set(person, permission, false)).toBe(false)
    expect(await permissionsOf(person)).toEqual([])
    expect(await recorded(person)).toEqual([
      { actor_id: superAdmin.id, action: 'grant_permission', details: { permission } },
      { actor_id: superAdmin.id, action: 'revoke_permission', details: { permission } },
    ])
  })

  test.each(['everything', '', null])('refuses the permission %s', async (permission) => {
    expect(
      await refusalAs(sql, superAdmin, (q) => q`select public.set_permission(${admin.id}, ${permission}, true)`),
    ).toEqual({
      code: 'PT400',
      message: 'This permission cannot be set here.',
    })
  })

  test('refuses a user who is not an admin', async () => {
    expect(
      await refusalAs(sql, superAdmin, (q) => q`select public.set_permission(${customer.id}, 'manage_chat', true)`),
    ).toEqual({
      code: 'PT404',
      message: 'This person is not an admin.',
    })
  })
})

describe('list_people_by_role', () => {
  const group = (name: string, search: string | null = null, limit = 50, after?: { id: string; created_at: Date }) =>
    readRecorded(
      sql,
      superAdmin,
      (db, listId) => db`
        select public.record_role_list(
          ${listId}, ${name}, ${search}, ${after?.created_at ?? null}, ${after?.id ?? null}, ${limit}
        )`,
      (db, listId) => db<{ id: string; created_at: Date; full_name: string | null; permissions: string[] }[]>`
        select * from public.list_people_by_role(${listId})`,
    )
  const ids = async (name: string) => (await group(name, null, 100)).map(({ id }) => id)

  test('returns every user in one group, with their permissions', async () => {
    const both = await addAdmin(sql, [])
    await sql`insert into public.user_roles values (${both.id}, 'super_admin')`
    expect(await ids('super_admin')).toEqual(expect.arrayContaining([superAdmin.id, both.id]))
    expect(await ids('admin')).toContain(admin.id)
    expect(await ids('admin')).not.toContain(both.id)
    expect(await ids('user')).toContain(customer.id)
    expect(await ids('user')).not.toContain(admin.id)
    expect((await group('admin')).find(({ id }) => id === admin.id)).toMatchObject({
      full_name: 'Test Admin',
      approved: true,
      permissions: ['manage_chat'],
    })
  })

  test('searches by parts of the name and the sign-in address, and returns the address', async () => {
    const found = await group('user', customer.email)
    expect(found.map(({ id }) => id)).toEqual([customer.id])
    expect(found[0]).toMatchObject({ sign_in_email: customer.email, is_admin: false })
    expect((await group('user', customer.email.slice(2, 30))).map(({ id }) => id)).toEqual([customer.id])
    expect((await group('user', 'regular r')).map(({ id }) => id)).toContain(customer.id)
    expect(await group('user', 'unknown name')).toEqual([])
  })

  test('returns pages without gaps or repeats', async () => {
    for (let nth = 0; nth < 5; nth++) await addCustomer(sql, 'Paged Pat')
    await sql`update public.profiles set created_at = '2026-02-02' where full_name = 'Paged Pat'`
    const seen: string[] = []
    let page = await group('user', 'paged pat', 2)
    while (page.length > 0) {
      seen.push(...page.map(({ id }) => id))
      page = await group('user', 'paged pat', 2, page.at(-1))
    }
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
  })

  test.each(['customer', '', null])('refuses the group %s', async (name) => {
    expect(
      await refusalAs(sql, superAdmin, (q) => q`select public.record_role_list(gen_random_uuid(), ${name})`),
    ).toEqual({
      code: 'PT400',
      message: 'Unknown group.',
    })
  })
})
