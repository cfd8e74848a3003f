import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, actingAs, refusalOf, startDatabase } from '../fixtures/database'
import { type Customer, addAdmin, addCustomer, signUp } from '../fixtures/people'
import { addSuperAdmin } from '../fixtures/staff'

const database = startDatabase()

/** Every function of the user administrators and the super admins, with somebody else's id wherever one is named. */
const forUserAdministrators = [
  'list_users(true)',
  'read_pins(array[gen_random_uuid()])',
  'count_users()',
  'record_pin_copy($1)',
  'send_pin_to_inbox($1)',
  'approve_user($1)',
  "update_user($1, 'Changed')",
  'set_financial_support($1, true)',
  'list_pin_reset_requests()',
  'resolve_pin_reset_request($1)',
  'clear_all_notifications()',
  'send_all_pins()',
  'sync_passwords()',
  'delete_person($1)',
]
const forSuperAdmins = [
  "list_people_by_role('user')",
  'make_admin($1)',
  'make_super_admin($1)',
  'revoke_admin($1)',
  "set_permission($2, 'manage_chat', true)",
  'list_audit()',
  'list_audit_actions()',
  'verify_audit()',
]

let customer: Customer
let target: Customer
let pending: Person
let bareAdmin: Person
let allOthers: Person
let permissionOnly: Person
let userAdmin: Person
let superAdmin: Person

beforeAll(async () => {
  const { sql } = database
  customer = await addCustomer(sql)
  target = await addCustomer(sql, 'Tara Target')
  pending = await signUp(sql)
  bareAdmin = await addAdmin(sql, [])
  allOthers = await addAdmin(sql, ['manage_chat', 'view_transactions', 'repair_transactions', 'financial_support'])
  permissionOnly = await addAdmin(sql, ['approve_users'])
  await sql`delete from public.user_roles where user_id = ${permissionOnly.id}`
  userAdmin = await addAdmin(sql, ['approve_users'])
  superAdmin = await addSuperAdmin(sql)
})

const withIds = (call: string) => call.replace('$1', `'${target.id}'`).replace('$2', `'${bareAdmin.id}'`)
const refusalFor = (person: Person, call: string) =>
  new Promise<unknown>((resolve, reject) => {
    actingAs(database.sql, person, async (db) => {
      resolve(await refusalOf(db, (q) => q.unsafe(`select * from public.${withIds(call)}`)))
    }).catch(reject)
  })
const answersTo = (person: Person, call: string) =>
  actingAs(database.sql, person, async (db) => {
    await db.unsafe(`select * from public.${withIds(call)}`)
  })

describe.each(forUserAdministrators)('%s', (call) => {
  test('is for admins with approve_users, and for nobody else', async () => {
    const refused = { code: 'PT403', message: 'You do not have permission to do this.' }
    for (const person of [customer, bareAdmin, allOthers, permissionOnly, superAdmin]) {
      expect(await refusalFor(person, call)).toEqual(refused)
    }
    expect(await refusalFor(pending, call)).toMatchObject({ code: 'PT403' })
    expect(await refusalFor({ ...userAdmin, sessionId: customer.sessionId }, call)).toEqual({
      code: 'PT401',
      message: 'Your session has ended. Please sign in again.',
    })
    await answersTo(userAdmin, call)
  })
})

describe.each(forSuperAdmins)('%s', (call) => {
  test('is for super admins, and for nobody else', async () => {
    const refused = { code: 'PT403', message: 'Only super admins can do this.' }
    for (const person of [customer, bareAdmin, allOthers, userAdmin]) {
      expect(await refusalFor(person, call)).toEqual(refused)
    }
    expect(await refusalFor(pending, call)).toMatchObject({ code: 'PT403' })
    expect(await refusalFor({ ...superAdmin, sessionId: customer.sessionId }, call)).toEqual({
      code: 'PT401',
      message: 'Your session has ended. Please sign in again.',
    })
    await answersTo(superAdmin, call)
  })
})

describe('somebody who is not there', () => {
  const nobody = '00000000-0000-4000-8000-00000000dead'
  const gone = { code: 'PT404', message: 'This person no longer exists.' }

  test.each(['record_pin_copy', 'send_pin_to_inbox', 'approve_user', 'update_user'])('is refused by %s', (name) =>
    actingAs(database.sql, userAdmin, async (db) => {
      expect(await refusalOf(db, (q) => q.unsafe(`select public.${name}('${nobody}')`))).toEqual(gone)
      expect(await refusalOf(db, (q) => q.unsafe(`select public.${name}(null)`))).toEqual(gone)
    }),
  )

  test.each(['make_admin', 'make_super_admin', 'revoke_admin'])('is refused by %s', (name) =>
    actingAs(database.sql, superAdmin, async (db) => {
      expect(await refusalOf(db, (q) => q.unsafe(`select public.${name}('${nobody}')`))).toEqual(gone)
    }),
  )

  test('changes nothing in what may be repeated', () =>
    actingAs(database.sql, userAdmin, async (db) => {
      expect(await db`select public.delete_person(${nobody}) as gone`).toEqual([{ gone: false }])
      expect(await db`select public.resolve_pin_reset_request(${nobody}) as gone`).toEqual([{ gone: false }])
    }))
})

describe('nobody raises their own rights:', () => {
  test.each(['make_admin($2)', 'make_super_admin($2)', "set_permission($2, 'approve_users', true)"])(
    'a super admin not by %s',
    (call) =>
      actingAs(database.sql, superAdmin, async (db) => {
        const own = `select public.${call.replace('$2', `'${superAdmin.id}'`)}`
        expect(await refusalOf(db, (q) => q.unsafe(own))).toEqual({
          code: 'PT403',
          message: 'You cannot change your own rights.',
        })
      }),
  )

  test('a user administrator neither by the switch nor by approval', () =>
    actingAs(database.sql, userAdmin, async (db) => {
      expect(await refusalOf(db, (q) => q`select public.set_financial_support(${userAdmin.id}, true)`)).toEqual({
        code: 'PT403',
        message: 'You cannot change your own rights.',
      })
      expect(await refusalOf(db, (q) => q`select public.approve_user(${userAdmin.id})`)).toEqual({
        code: 'PT403',
        message: 'You cannot approve yourself.',
      })
    }))

  test('a user administrator not by signing in as other staff: their PINs are out of reach', () =>
    actingAs(database.sql, userAdmin, async (db) => {
      for (const staff of [superAdmin, allOthers]) {
        expect(await db`select id, pin_visible from public.list_users(true, ${staff.email})`).toEqual([
          { id: staff.id, pin_visible: false },
        ])
        expect(await db`select * from public.read_pins(${[staff.id]})`).toEqual([])
        expect(await refusalOf(db, (q) => q`select public.record_pin_copy(${staff.id})`)).toEqual({
          code: 'PT403',
          message: 'Only a super admin can see the PIN of staff.',
        })
        for (const pin of ['54321', '']) {
          expect(await refusalOf(db, (q) => q`select public.update_user(${staff.id}, p_pin => ${pin})`)).toEqual({
            code: 'PT403',
            message: 'Only a super admin can change the PIN of staff.',
          })
        }
      }
    }))

  test.each([
    "insert into public.user_roles (user_id, role) values (auth.uid(), 'super_admin')",
    "update public.user_roles set role = 'super_admin' where user_id = auth.uid()",
    "insert into public.admin_permissions (admin_id, permission) values (auth.uid(), 'financial_support')",
    'update public.profiles set approved = true where true',
  ])('nobody by %s', async (query) => {
    for (const person of [pending, customer, userAdmin, superAdmin]) {
      await actingAs(database.sql, person, async (db) => {
        expect((await refusalOf(db, (q) => q.unsafe(query))).code).toBe('42501')
      })
    }
  })
})
