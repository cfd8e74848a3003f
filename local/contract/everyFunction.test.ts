import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ids } from '../../supabase/tests/access/rights/callKinds'
import { permissions } from '../../supabase/tests/access/rights/expectedRights'
import { customerCalls } from '../../supabase/tests/access/rights/customerCalls'
import { staffCalls } from '../../supabase/tests/access/rights/staffCalls'
import { openApp, type App } from './app'

// The calls that functionRights.test.ts sends as each role, here as one user who may call most of them. The others of
// these tests say what the answers contain.

let app: App

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

/** Ids that no row has. */
const unknown = (): Ids => ({
  id: crypto.randomUUID(),
  email: 'unknown@fernbank.example',
  account: { id: crypto.randomUUID(), sortCode: '00-98-99', number: '00000001' },
  chat: crypto.randomUUID(),
  agentRequest: crypto.randomUUID(),
  transaction: crypto.randomUUID(),
  card: crypto.randomUUID(),
  recipient: crypto.randomUUID(),
  device: crypto.randomUUID(),
  paymentRequest: crypto.randomUUID(),
  payeeCheck: crypto.randomUUID(),
  regularPayment: crypto.randomUUID(),
  scheduledPayment: crypto.randomUUID(),
  heldPayment: crypto.randomUUID(),
  externalAccount: crypto.randomUUID(),
  caseId: crypto.randomUUID(),
  paymentReviewId: crypto.randomUUID(),
  paymentReviewUntil: '2100-01-01',
  complaintId: crypto.randomUUID(),
})

test('every function of the API is found by its arguments, and answers or refuses in its own words', async () => {
  const staff = await app.newStaff('Eva Everything', 'admin', [...permissions])
  await app.database`insert into public.user_roles (user_id, role) values (${staff.id}, 'super_admin')`
  const visitor = createClient(app.apiUrl, app.publishableKey, { auth: { persistSession: false } })
  const problems: unknown[] = []
  for (const { name, args, isForVisitors } of [...staffCalls, ...customerCalls]) {
    const me = { ...unknown(), id: staff.id }
    const { error, status } = await (isForVisitors ? visitor : staff.supabase).rpc(name, args?.(unknown(), me) ?? {})
    // PostgREST found no function of these arguments, the caller has no grant, or the server failed.
    if (error !== null && (/^(PGRST|42|22)/.test(error.code) || status >= 500)) problems.push({ name, status, error })
  }
  expect(problems).toEqual([])
})
