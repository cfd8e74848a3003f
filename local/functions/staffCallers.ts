import type postgres from 'postgres'
import { newCustomer, type Customer } from '../contract/customers'
import type { Stack } from '../stack'

export type Callers = { customer: Customer; bareAdmin: Customer; admin: Customer; superAdmin: Customer }

type Answer = { status: number; body: unknown }

/** One signed-in person of each kind that a function for user administrators must tell apart. */
export async function newCallers(stack: Stack, database: postgres.Sql): Promise<Callers> {
  const bank = { apiUrl: stack.apiUrl, publishableKey: stack.keys.publishable }
  const customer = await newCustomer(bank, database, 'Cara Customer')
  const bareAdmin = await newCustomer(bank, database, 'Bill Bare')
  const admin = await newCustomer(bank, database, 'Ada Admin')
  const superAdmin = await newCustomer(bank, database, 'Sue Super')
  await database`
    insert into public.user_roles (user_id, role)
    values (${bareAdmin.id}, 'admin'), (${admin.id}, 'admin'), (${superAdmin.id}, 'super_admin')`
  await database`
    insert into public.admin_permissions (admin_id, permission)
    values (${bareAdmin.id}, 'manage_chat'), (${bareAdmin.id}, 'financial_support'), (${admin.id}, 'approve_users')`
  return { customer, bareAdmin, admin, superAdmin }
}

/** Calls an edge function over HTTP, as the app does, or without a token. */
export async function callFunction(
  stack: Stack,
  name: string,
  caller: Customer | null,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(`${stack.apiUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: stack.keys.publishable,
      'content-type': 'application/json',
      ...(caller ? { authorization: `Bearer ${caller.accessToken}` } : {}),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
