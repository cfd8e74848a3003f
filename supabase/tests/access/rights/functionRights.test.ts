import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { changedTables, containsDataOf, tablesChangedFor } from './comparisons'
import { type Role, approved, roles, sessionEnded, suspended } from './expectedRights'
import type { Call } from './callKinds'
import { customerCalls } from './customerCalls'
import { edgeCalls } from './edgeCalls'
import { staffCalls } from './staffCalls'
import { type RightsUser, withRights } from './rightsFixture'

const fixture = withRights()
const calls = [...customerCalls, ...staffCalls]

const target = () => fixture.userWith('other customer')

describe('database functions', () => {
  test('customerCalls and staffCalls have every function of the API with all its arguments, and say which are for visitors', async () => {
    const catalogue = await fixture.sql<{ name: string; arguments: string[] }[]>`
      select f.proname as name,
        coalesce(f.proargnames[1:f.pronargs], '{}') || case when has_function_privilege('anon', f.oid, 'execute') then array['for visitors'] end
          as arguments
      from pg_proc f
      where f.pronamespace = 'public'::regnamespace
        and (has_function_privilege('anon', f.oid, 'execute') or has_function_privilege('authenticated', f.oid, 'execute'))
      order by 1`
    const me = fixture.userWith('customer')
    const covered = new Map<string, Set<string>>()
    for (const { name, args, isForVisitors } of calls) {
      const named = covered.get(name) ?? []
      const callers = isForVisitors ? ['for visitors'] : []
      covered.set(name, new Set([...named, ...Object.keys(args?.(me, me) ?? {}), ...callers]))
    }
    const signatures = (list: Iterable<readonly [string, Iterable<string>]>) =>
      [...list].map(([name, its]) => `${name}(${[...its].toSorted().join(', ')})`).toSorted()
    expect(signatures(covered)).toEqual(signatures(catalogue.map((row) => [row.name, row.arguments] as const)))
  })

  test.each(calls.map((call, index) => [`${call.name}, call ${index}`, call] as const))(
    'only the permitted roles can call %s',
    (_, call) =>
      expectRights(call, async (me, isFirst) => {
        const client = isFirst || call.isCounted ? me.supabase : me.direct
        const first = call.recordedBy
        if (first !== undefined) await client.rpc(first.name, first.args?.(target(), me) ?? {})
        const { data, error } = await client.rpc(call.name, call.args?.(target(), me) ?? {})
        return error === null ? { isRefused: false, data } : { isRefused: true, data: error }
      }),
  )

  test('a call by GET changes nothing and does not test a secret without counting the attempt', async () => {
    const volatile = await fixture.sql<{ name: string }[]>`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'`
    const [pin] = await fixture.sql<{ value: string }[]>`select private.read_pin(${target().id}) as value`
    const callByName = new Map(calls.map((call) => [call.name, call]))
    const problems: string[] = []
    await Promise.all(
      volatile.map(async ({ name }) => {
        const call = callByName.get(name)
        // The others are refused whatever the method is.
        const permitted = call?.to[0] ?? call?.ownTo?.[0] ?? call?.nothingTo?.[0] ?? 'customer'
        for (const role of new Set<Role>(['anon', 'staff on an unknown device', permitted])) {
          const me = fixture.userWith(role)
          const args = name === 'get_email_by_pin' ? { user_pin: pin?.value } : (call?.args?.(target(), me) ?? {})
          const { data, error } = await me.supabase.rpc(name, asQueryValues(args), { get: true })
          const isAttempt =
            name === 'get_email_by_pin' || (name === 'enter_device_code' && role === 'staff on an unknown device')
          if ((isAttempt && error === null) || (role !== 'other customer' && containsDataOf(target(), data)))
            problems.push(`${role}: ${name}`)
        }
      }),
    )
    expect(problems).toEqual([])
    expect(changedTables(await fixture.snapshot(), fixture.before)).toEqual([])
  })
})

const asQueryValues = (args: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, Array.isArray(value) ? `{${value.join(',')}}` : value]),
  )

describe('edge functions', () => {
  test('edgeCalls has every edge function', () => {
    const folders = readdirSync(new URL('../../../functions', import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
      .map(({ name }) => name)
    expect([...new Set(edgeCalls.map(({ name }) => name))].toSorted()).toEqual(folders.toSorted())
  })

  test.each(edgeCalls.map((call, index) => [`${call.name}, call ${index}`, call] as const))(
    'only the permitted roles can call %s',
    (_, call) =>
      expectRights(call, async (me) => {
        const response = await fetch(`${fixture.stack.apiUrl}/functions/v1/${call.name}`, {
          method: 'POST',
          headers: {
            apikey: fixture.stack.keys.publishable,
            'content-type': 'application/json',
            ...(me.token === null ? {} : { authorization: `Bearer ${me.token}` }),
          },
          body: JSON.stringify(call.body(target(), me)),
        })
        if (!response.ok && ![401, 403, 409].includes(response.status))
          throw new Error(`${me.role}: ${response.status}`)
        return { isRefused: !response.ok, data: await response.json() }
      }),
  )
})

type Outcome = { isRefused: boolean; data: unknown }

/**
 * Calls first as every role that must be refused, and checks that nothing changed. Then as the permitted roles. `isFirst`: of
 * the refused roles, of those with the same answer, or of the permitted ones. Its call goes over HTTP; the others may skip it.
 */
async function expectRights(
  call: Pick<Call, 'to' | 'ownTo' | 'nothingTo' | 'nothing' | 'requires' | 'isCounted'>,
  run: (me: RightsUser, isFirst: boolean) => Promise<Outcome>,
): Promise<void> {
  const permitted = new Set([...call.to, ...(call.ownTo ?? []), ...(call.nothingTo ?? [])])
  const callers = roles.filter((role) => role !== 'other customer')
  const outcomes = new Map<Role, Outcome>()
  const runAs = async (some: readonly Role[]) => {
    if (!call.isCounted)
      await Promise.all(
        some.map(async (role, index) => outcomes.set(role, await run(fixture.userWith(role), index === 0))),
      )
    else
      for (const role of some) {
        outcomes.set(role, await run(fixture.userWith(role), false))
        await fixture.restore()
      }
  }
  const problems: string[] = []

  await runAs(callers.filter((role) => !permitted.has(role)))
  expect(changedTables(await fixture.snapshot(), fixture.before)).toEqual([])
  await runAs(callers.filter((role) => (call.nothingTo ?? []).includes(role)))
  await runAs(callers.filter((role) => (call.ownTo ?? []).includes(role)))
  expect(tablesChangedFor(target(), await fixture.snapshot(), fixture.before)).toEqual([])
  for (const role of callers) {
    const outcome = outcomes.get(role)
    if (outcome === undefined) continue
    if (outcome.isRefused === permitted.has(role)) problems.push(`${role}: ${JSON.stringify(outcome)}`)
    if (outcome.isRefused && call.requires !== undefined && role !== call.requires) {
      const expected = refusalFor(role, call.requires)
      const refusal = outcome.data as typeof expected
      if (refusal.code !== expected.code || (expected.message !== undefined && refusal.message !== expected.message))
        problems.push(`${role}: ${JSON.stringify(refusal)}, not ${JSON.stringify(expected)}`)
    }
    if (call.nothingTo?.includes(role) && JSON.stringify(outcome.data) !== JSON.stringify(call.nothing))
      problems.push(`${role}: ${JSON.stringify(outcome)}`)
    if (containsDataOf(target(), outcome.data)) problems.push(`${role} learns ${JSON.stringify(outcome.data)}`)
  }
  expect(problems).toEqual([])

  for (const [index, role] of call.to.entries()) {
    await fixture.restore()
    expect({ role, ...(await run(fixture.userWith(role), index === 0)) }).toMatchObject({ role, isRefused: false })
  }
}

/** The refusal of a function that requires a permission or the super admin role. */
function refusalFor(role: Role, required: NonNullable<Call['requires']>): { code: string; message?: string } {
  if (role === 'anon') return { code: '42501' }
  if ([...sessionEnded, ...suspended].includes(role))
    return { code: 'PT401', message: 'Your session has ended. Please sign in again.' }
  if (!approved.includes(role)) return { code: 'PT403' }
  return {
    code: 'PT403',
    message: required === 'super_admin' ? 'Only super admins can do this.' : 'You do not have permission to do this.',
  }
}
