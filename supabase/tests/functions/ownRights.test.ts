import { expect, test } from 'vitest'
import type { Customer } from '../../../local/contract/customers'
import { newCallers } from '../fixtures/edgeFunctions'
import { withStackPeople } from '../fixtures/stack'

const { stack, sql, callers } = withStackPeople({ callers: newCallers }, { once: true })

async function request(caller: Customer, method: string, path: string, body: unknown): Promise<number> {
  const response = await fetch(`${stack.apiUrl}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: stack.keys.publishable,
      authorization: `Bearer ${caller.accessToken}`,
      'content-type': 'application/json',
      prefer: 'resolution=merge-duplicates',
    },
    body: JSON.stringify(body),
  })
  await response.body?.cancel()
  return response.status
}

const rights = async () => [
  [...(await sql`select user_id, role from public.user_roles order by 1, 2`)],
  [...(await sql`select admin_id, permission from public.admin_permissions order by 1, 2`)],
]

/** Every request that could give the user with this id more rights. */
const attempts = (id: string): [method: string, path: string, body: unknown][] => [
  ...['make_admin', 'make_super_admin'].map((name): [string, string, unknown] => [
    'POST',
    `rpc/${name}`,
    { p_user_id: id },
  ]),
  ...['manage_chat', 'view_transactions', 'repair_transactions', 'approve_users', 'financial_support'].map(
    (permission): [string, string, unknown] => [
      'POST',
      'rpc/set_permission',
      { p_admin_id: id, p_permission: permission, p_granted: true },
    ],
  ),
  ['POST', 'rpc/set_financial_support', { p_user_id: id, p_granted: true }],
  ['POST', 'rpc/approve_users', { p_user_ids: [id] }],
  ['POST', 'user_roles', { user_id: id, role: 'super_admin' }],
  ['POST', 'admin_permissions', { admin_id: id, permission: 'approve_users' }],
  ['PATCH', `user_roles?user_id=eq.${id}`, { role: 'super_admin' }],
  ['PATCH', `profiles?id=eq.${id}`, { approved: true }],
]

test.each(['customer', 'bareAdmin', 'admin', 'superAdmin'] as const)(
  'a user cannot raise their own rights by any request: %s',
  async (kind) => {
    const caller = callers[kind]
    const before = await rights()
    for (const [method, path, body] of attempts(caller.id)) {
      expect([path, await request(caller, method, path, body)]).toEqual([path, 403])
    }
    expect(await rights()).toEqual(before)
  },
)
