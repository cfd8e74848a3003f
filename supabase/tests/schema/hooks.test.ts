import { expect, test } from 'vitest'
import { callsOf, definitions } from '../fixtures/definitions'

// What a payment calls, without what hangs on it: the core knows only the functions of hooks.sql.

/** The functions that this one reaches, without those behind the hooks. */
function reachOf(start: string): string[] {
  const reached = new Set([start])
  // A set's loop also visits what is added in it.
  for (const name of reached) {
    const definition = definitions.get(name)
    if (definition === undefined || definition.file === 'hooks.sql') continue
    for (const called of callsOf(definition)) if (definitions.has(called)) reached.add(called)
  }
  return [...reached]
}

test('a payment reaches at most 70 functions in 14 files, and what hangs on it only through the hooks', () => {
  const reached = reachOf('internal_api.make_payment')
  const files = new Set(reached.map((name) => definitions.get(name)?.file))
  expect(reached.length).toBeGreaterThan(30)
  expect(reached.length).toBeLessThanOrEqual(70)
  expect(files.size).toBeLessThanOrEqual(14)
  expect(reached).toContain('private.before_payment')
  const capabilities = /^(?:care|staff|contact)\/|^money\/(?:payee-safety|later-payments|cards|between-banks)\//
  expect([...files].filter((file = '') => capabilities.test(file))).toEqual([])
})

// What the two specifications need. The other files hold capabilities, which hang on it: the core asks them in hooks.sql.
const core =
  /^(?:base\/|person\/(?:people|customer_names|user_rights)\.|person\/sign-in\/(?:devices|forgotten_pins|pins|sessions)\.|money\/(?:ledger|payments|history)\/|contact\/(?:notes|due_mails|owed_mails)\.|contact\/chat\/|staff\/users\/(?:approve|delete|edit)_users\.|staff\/users\/(?:account_tools|look_reasons|staff_roles|user_list|user_page|user_pins)\.|staff\/transactions\/(?:find_payments|repair|staff_transactions|transaction_page)\.|staff\/audit\/)/

test('the core names no capability', () => {
  const named = [...definitions.values()]
    .filter(({ file }) => core.test(file))
    .flatMap((definition) =>
      callsOf(definition).map(
        (name) => [definition.file, name, definitions.get(name)?.file ?? definition.file] as const,
      ),
    )
    .filter(([, , file]) => file !== 'hooks.sql' && !core.test(file))
    .map(([file, name]) => `${file} calls ${name}`)
  expect([...new Set(named)]).toEqual([])
})

test.each([
  ['request_step', ['asked', 'listed', 'right', 'lock', 'changed', 'approved']],
  ['case_step', ['lock', 'expired', 'changed', 'approved']],
])('each kind that %s asks answers each step', (dispatcher, steps) => {
  const text = definitions.get(`private.${dispatcher}`)?.text ?? ''
  const kinds = callsOf({ file: 'hooks.sql', text }).filter((name) => name !== `private.${dispatcher}`)
  expect(kinds.length).toBeGreaterThan(5)
  const answered = kinds.map((name) => [
    name,
    ...[...(definitions.get(name)?.text ?? '').matchAll(/^ {4}when '(\w+)' then$/gm)].map(([, step]) => step),
  ])
  expect(answered).toEqual(kinds.map((name) => [name, ...steps]))
})
