import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { TemporaryStack } from '../../local/template'
import { listOf, withDatabase } from './database'

// Node 20 has no WebSocket; the client requires one even when it opens no channel.
Reflect.set(globalThis, 'WebSocket', WebSocket)

/** The API client of one device, with the session's token. */
export type Client = SupabaseClient

export type Customer = {
  id: string
  account: { sortCode: string; accountNumber: string }
  /** Signed in twice: at sign-up, and with the PIN. */
  clients: [Client, Client]
}

/** The name on the account of a user who signed up without a name. */
export const holderName = 'Account holder'

const sessionSchema = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })
const accountSchema = z.object({ sort_code: z.string(), account_number: z.string() })

/** Signs people up as the app does, approves them and opens their accounts. */
export async function makeCustomers(stack: TemporaryStack, count: number): Promise<Customer[]> {
  // The clients of a long test send no heartbeat, and on a fast machine each pays more than the limit of a day.
  await withDatabase(
    stack.databaseUrl,
    (sql) => sql`update private.settings set idle_money_minutes = 600, daily_payment_limit = 1000000`,
  )
  const customers: Customer[] = []
  for (let n = 0; n < count; n += 1) customers.push(await makeCustomer(stack))
  return customers
}

/** Two of the staff, who are customers as well. */
export async function makeStaff(stack: TemporaryStack, permissions: string[]): Promise<[Customer, Customer]> {
  const staff: [Customer, Customer] = [await makeCustomer(stack), await makeCustomer(stack)]
  await withDatabase(stack.databaseUrl, async (sql) => {
    for (const { id } of staff) {
      await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`
      await sql`insert into public.admin_permissions (admin_id, permission) select ${id}, unnest(${listOf(permissions)}::text[])`
    }
  })
  return staff
}

async function makeCustomer(stack: TemporaryStack): Promise<Customer> {
  const email = `${randomUUID()}@chaos.example`
  const signedUp = await openSession(stack, 'signup', { email, password: randomUUID() })
  const { id } = signedUp.user
  await withDatabase(stack.databaseUrl, (sql) => sql`update public.profiles set approved = true where id = ${id}`)
  const first = clientOf(stack, signedUp.access_token)
  await first.rpc('open_current_account').throwOnError()
  const { data: account } = await first.from('accounts').select('sort_code, account_number').single().throwOnError()
  const { sort_code: sortCode, account_number: accountNumber } = accountSchema.parse(account)

  const [issued] = await withDatabase(
    stack.databaseUrl,
    (sql) => sql<{ pin: string }[]>`select private.read_pin(${id}) as pin`,
  )
  const pin = issued?.pin
  const signedIn = await openSession(stack, 'token?grant_type=password', { email, password: `${String(pin)}0` })
  return { id, account: { sortCode, accountNumber }, clients: [first, clientOf(stack, signedIn.access_token)] }
}

async function openSession(stack: TemporaryStack, path: string, body: { email: string; password: string }) {
  const response = await fetch(`${stack.apiUrl}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: stack.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
  return sessionSchema.parse(await response.json())
}

function clientOf(stack: TemporaryStack, token: string): Client {
  return createClient(stack.apiUrl, stack.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  })
}
