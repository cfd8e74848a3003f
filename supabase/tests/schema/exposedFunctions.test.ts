import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSchemas } from '../../../local/migrations/schemas'
import { type Caller, hintOfRequest, startDatabase } from '../fixtures/database'
import { addCustomer } from '../fixtures/people'

// private.expose writes the functions of the API, and gives each the checks of the lengths of its arguments.

const database = startDatabase()

/** The functions of the API that private.expose does not write, and why. */
const handWritten = {
  add_assistant_message: 'takes an answer of any length from the model and cuts it',
  list_card_payments: 'reads with the rights of the caller',
  make_payment: 'is in PL/pgSQL, because Postgres 17 plans an SQL function again for each call',
  search_transactions: 'reads with the rights of the caller, and with its own planner setting',
}

test('private.expose writes each function of the API, but for a few', async () => {
  const published = await database.sql<{ name: string }[]>`
    select f.proname as name from pg_proc f
    where f.pronamespace = 'public'::regnamespace and exists (
      select from unnest(array['anon', 'authenticated', 'service_role']) role
      where has_function_privilege(role, f.oid, 'execute')
    )`
  const exposed = [...readSchemas().values()].flatMap((script) =>
    [...script.matchAll(/^select private\.expose\('(\w+)'/gm)].map(([, name = '']) => name),
  )
  expect(exposed.length).toBeGreaterThan(100)
  expect(published.map(({ name }) => name).toSorted()).toEqual([...exposed, ...Object.keys(handWritten)].toSorted())
})

test('a null for an argument with a default is the default', async () => {
  const rows = await database.sql<{ argument: string; isPassed: boolean }[]>`
    select
      f.proname || ' ' || a.name as argument,
      pg_get_functiondef(f.oid) ~* ('coalesce\\((' || f.proname || '\\.)?' || a.name || ', ') as "isPassed"
    from pg_proc f
    cross join lateral unnest(f.proargnames[:f.pronargs]) with ordinality a (name, position)
    where f.pronamespace = 'public'::regnamespace and f.proname <> all(${Object.keys(handWritten)})
      and pg_get_function_arg_default(f.oid, a.position::integer) !~ '^NULL'`
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter(({ isPassed }) => !isPassed)).toEqual([])
})

type Argument = { function: string; name: string; field: string | null; type: string; element: string | null }

test('a text and a list that are too long are refused before anything else', async () => {
  const stranger: Caller = { id: randomUUID(), email: '', sessionId: randomUUID() }
  const customer = await addCustomer(database.sql)
  const callers = { anon: 'anon', authenticated: stranger, service_role: 'service_role' } as const
  const rows = await database.sql<(Argument & { argumentType: string; role: keyof typeof callers; isLong: boolean })[]>`
    select
      f.proname as function, a.name, field.attname as field, format_type(t.oid, null) as type,
      format_type(a.type, null) as "argumentType",
      case when t.typcategory = 'A' then format_type(t.typelem, null) end as element, t.typcategory in ('A', 'S') as "isLong",
      (
        select r.role from unnest(array['anon', 'authenticated', 'service_role']) with ordinality r (role, position)
        where has_function_privilege(r.role, f.oid, 'execute') order by r.position limit 1
      ) as role
    from pg_proc f
    cross join lateral unnest(f.proargnames[:f.pronargs], f.proargtypes::oid[]) a (name, type)
    -- The fields of a composite type.
    left join pg_class c on c.reltype = a.type and c.relkind = 'c'
    left join pg_attribute field on field.attrelid = c.oid
    join pg_type t on t.oid = coalesce(field.atttypid, a.type)
    where f.pronamespace = 'public'::regnamespace and f.proname <> 'add_assistant_message'`
  const answers = new Map<string, string | null>()
  const expected = new Map<string, string>()
  for (const { isLong, role, ...argument } of rows) {
    if (!isLong) continue
    // make_payment checks its caller first: its wrapper cannot name the functions that check the lengths.
    const caller = argument.function === 'make_payment' ? customer : callers[role]
    const others = new Map(
      rows
        .filter((row) => row.function === argument.function && row.name !== argument.name)
        .map(({ name, argumentType }) => [name, `${name} => null::${argumentType}`]),
    )
    for (const [hint, tooMuch] of tooLong(argument)) {
      const value =
        argument.field === null
          ? tooMuch
          : `jsonb_populate_record(null::${argument.argumentType}, jsonb_build_object('${argument.field}', ${tooMuch}))`
      const call = `public.${argument.function}(${[`${argument.name} => ${value}`, ...others.values()].join(', ')})`
      const title = `${argument.function}(${argument.name} => ${value})`
      expected.set(title, hint)
      answers.set(title, await hintOfRequest(database.sql, caller, (db) => db.unsafe(`select * from ${call}`)))
    }
  }
  expect(expected.size).toBeGreaterThan(90)
  expect(answers).toEqual(expected)
})

/** Values of an argument's type, each with the hint of its refusal. */
function tooLong({ type, element }: Pick<Argument, 'type' | 'element'>): [hint: string, value: string][] {
  const text = `repeat('x', 100000)`
  if (element === null) return [['text-too-long', `${text}::${type}`]]
  const list: [string, string] = ['list-too-long', `array_fill(null::${element}, array[10000])`]
  return element === 'text' ? [list, ['text-too-long', `array[${text}]`]] : [list]
}

test('no function of the API, and no role of it, may take the 60 seconds after which the platform ends a request', async () => {
  const limits = await database.sql<{ name: string; is_short: boolean }[]>`
    select declared.name, split_part(declared.setting, '=', 2)::interval < interval '60 seconds' as is_short
    from (
      select f.oid::regprocedure::text as name, unnest(f.proconfig) as setting from pg_proc f
      where f.pronamespace = 'public'::regnamespace
      union all
      select s.setrole::regrole::text, unnest(s.setconfig) from pg_db_role_setting s
      where s.setrole::regrole::text in ('anon', 'authenticated', 'authenticator')
    ) declared
    where declared.setting like 'statement_timeout=%'`
  expect(limits.length).toBeGreaterThan(20)
  expect(limits.filter((limit) => !limit.is_short)).toEqual([])
})
