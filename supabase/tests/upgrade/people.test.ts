import { beforeAll, expect, test } from 'vitest'
import { startDatabase } from '../fixtures/database'
import { ledgerProblems } from '../fixtures/payments'
import { addPeople } from './people/addPeople'

// A migration is tried on the data of a release. What no row has, it is not tried on.
const { sql } = startDatabase()
beforeAll(() => addPeople(sql), 120_000)

const tables = () => sql<{ table: string; columns: string[] }[]>`
  select c.oid::regclass::text as table, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  group by c.oid order by 1`

const withoutRows: Record<string, string> = {
  'private.audit_acknowledgements':
    'A changed row of the audit is acknowledged, and the chain of these people is intact.',
}

test('every table has rows', async () => {
  const found = await tables()
  const empty = []
  for (const { table } of found) if ((await sql.unsafe(`select from ${table} limit 1`)).length === 0) empty.push(table)
  expect(empty).toEqual(Object.keys(withoutRows))
})

test('every column has a value', async () => {
  const empty: string[] = []
  for (const { table, columns } of await tables()) {
    if (table in withoutRows) continue
    const counts = columns.map((column) => `count(${column}) > 0 as "${column}"`)
    const [row] = await sql.unsafe<Record<string, boolean>[]>(`select ${counts.join(', ')} from ${table}`)
    empty.push(...columns.filter((column) => row?.[column] === false).map((column) => `${table}.${column}`))
  }
  expect(empty).toEqual([])
})

const aLabel = 'A category is a label: nothing depends on it.'
const oneRow = 'The table has one row.'
const ofTheBank = 'The migrations make the rows.'
/** By column, with the reason. */
const statesThatMayBeMissing: Record<string, string> = {
  'private.payee_categories.category': aLabel,
  'private.transaction_categories.category': aLabel,
  'private.merchant_category_codes.category': ofTheBank,
  'private.payee_rules.category': ofTheBank,
  'private.settings.client_address_header': oneRow,
  'private.settings.device_binding': oneRow,
}

test('every state occurs', async () => {
  // The columns that a check, or the check of their domain, compares with a list of values.
  const checks = await sql<{ table: string; column: string | null; check: string }[]>`
    select k.conrelid::regclass::text as table, null as column, pg_get_constraintdef(k.oid) as check
    from pg_constraint k
    where k.contype = 'c' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and k.conrelid <> 0
    union all
    select a.attrelid::regclass::text, a.attname, pg_get_constraintdef(k.oid)
    from pg_constraint k join pg_attribute a on a.atttypid = k.contypid and a.attnum > 0
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    where k.contypid <> 0 and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    order by 1, 2`
  const lists = checks.flatMap(({ table, column, check }) =>
    [...check.matchAll(/(\w+)(?:\)::text)? = ANY \(+(ARRAY\[.*?\]|private\.\w+\(\))/g)].map(
      ([, name = '', values = '']) => ({
        table,
        column: column ?? name,
        values,
      }),
    ),
  )
  lists.push({
    table: 'private.bank_payments',
    column: 'state',
    values: `array['sent', 'accepted', 'rejected', 'returning', 'returned']`,
  })
  for (const [table, dispatcher] of [
    ['private.cases', 'case_step'],
    ['private.approval_requests', 'request_step'],
  ] as const)
    lists.push({
      table,
      column: 'kind',
      values: `array(select m[1] from pg_proc, regexp_matches(prosrc, '''(\\w+)''(?=[^\\n]* then return)', 'g') m where proname = '${dispatcher}')`,
    })
  const missing: string[] = []
  for (const { table, column, values } of lists) {
    const rows = await sql.unsafe<{ value: string }[]>(
      `select value::text from unnest(${values}) value where not exists (select from ${table} t where t.${column} = value)`,
    )
    missing.push(...rows.map(({ value }) => `${table}.${column} ${value}`))
  }
  expect(lists.length).toBeGreaterThan(40)
  expect(missing.filter((state) => !((state.split(' ')[0] ?? '') in statesThatMayBeMissing))).toEqual([])
})

test('the ledger and the audit add up', async () => {
  expect(await ledgerProblems(sql)).toEqual([])
})
