import type { ISql, Sql } from 'postgres'
import { catalogueQueries } from './catalogueQueries'

type Facts = Record<string, unknown>
type Entry = { parent: string | null; facts: Facts; isOptional?: boolean }

/** What is in a database, by kind and name: 'grant select on public.accounts to authenticated'. */
export type Catalogue = Map<string, Entry>

/** The rows of these tables change in use: only that the rows exist is compared. */
const changingRows = new Set(['settings', 'payment_rules', 'push_event_scan', 'health_state', 'between_banks_total'])
/** The bank adds rows to these. */
const growingRows = new Set(['bank_holidays', 'ledger_accounts'])

/**
 * The catalogue of a database. The tables with reference rows are those of `wanted`; without it, those that have rows: a database
 * that was just made.
 */
export async function readCatalogue(sql: ISql, wanted?: Catalogue): Promise<Catalogue> {
  const catalogue: Catalogue = new Map()
  // With an empty path every name has its schema.
  await sql`select set_config('search_path', '', false)`
  for (const query of catalogueQueries) {
    const rows = await sql.unsafe<{ name: string; parent: string | null; facts: Facts }[]>(
      `select * from (${query}) q (name, parent, facts)`,
    )
    // An operator may switch on more extensions.
    for (const { name, parent, facts } of rows)
      catalogue.set(name, { parent, facts, isOptional: /^extension \S+$/.test(name) })
  }
  for (const table of await tablesWithRows(sql, wanted)) await readRows(sql, table, catalogue)
  return catalogue
}

type TableKey = { table: string; key: string }

async function tablesWithRows(sql: ISql, wanted?: Catalogue): Promise<TableKey[]> {
  const tables = await sql<TableKey[]>`
    select format('%I.%I', n.nspname, c.relname) as table, string_agg(format('t.%I', a.attname), ', ' order by a.attnum) as key
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where n.nspname in ('public', 'private', 'internal_api') and c.relkind in ('r', 'p')
    group by n.nspname, c.relname order by 1`
  if (wanted !== undefined) {
    const withRows = new Set(
      [...wanted].flatMap(([name, { parent }]) => (name.startsWith('row ') && parent ? [parent] : [])),
    )
    return tables.filter(({ table }) => withRows.has(`table ${table}`))
  }
  const parts = tables.map(({ table }) => `select '${table}' as name where exists (select from ${table})`)
  const filled = new Set((await sql.unsafe<{ name: string }[]>(parts.join(' union all '))).map(({ name }) => name))
  return tables.filter(({ table }) => filled.has(table))
}

async function readRows(sql: ISql, { table, key }: TableKey, catalogue: Catalogue): Promise<void> {
  const name = table.split('.')[1] ?? ''
  const facts = changingRows.has(name) ? `'{}'::jsonb` : 'to_jsonb(t)'
  const rows = await sql.unsafe<{ id: string; row: Facts }[]>(
    `select concat_ws(', ', ${key}) as id, ${facts} as row from ${table} t`,
  )
  const isOptional = growingRows.has(name)
  for (const { id, row } of rows)
    catalogue.set(`row ${id} of ${table}`, { parent: `table ${table}`, facts: row, isOptional })
}

/** Longer ones are definitions. */
const longestShown = 60

const fromMigrations = { more: 'Not from a migration', other: 'Not as the migrations make it' }
/** For a comparison of the migrations with their source. */
export const fromSchemas = { more: 'Not in supabase/schemas', other: 'Not as in supabase/schemas' }

/**
 * How a database differs from the wanted one. `again` is the database of `wanted`. Versions of Postgres print the same object
 * differently, so where a printed definition differs, it is made there from the text that was found, and printed there.
 */
export async function catalogueFindings(
  wanted: Catalogue,
  found: Catalogue,
  { again, words = fromMigrations }: { again?: Sql; words?: typeof fromMigrations } = {},
): Promise<string[]> {
  const isPartOf = (other: Catalogue, { parent }: Entry) => parent === null || other.has(parent)
  const missing = [...wanted].filter(([name, entry]) => !found.has(name) && isPartOf(found, entry))
  const more = [...found].filter(([name, entry]) => !wanted.has(name) && !entry.isOptional && isPartOf(wanted, entry))
  const same = again === undefined ? new Set<string>() : await sameDefinitions(wanted, found, again)
  return [
    ...missing.map(([name]) => `Missing: the ${name}.`),
    ...more.map(([name]) => `${words.more}: the ${name}.`),
    ...[...found].flatMap(([name, { facts }]) => {
      const right = wanted.get(name)?.facts ?? facts
      const differing = Object.keys({ ...right, ...facts }).filter(
        (fact) => !isSame(right[fact], facts[fact]) && !(fact === 'definition' && same.has(name)),
      )
      if (differing.length === 0) return []
      const parts = differing.map((fact) => inWords(fact, facts[fact], right[fact]))
      return [`${words.other}: the ${name}: ${parts.join('; ').replace(/\.$/, '')}.`]
    }),
    ...orderFindings(wanted, found).map((finding) => `${words.other}: ${finding}.`),
  ]
}

/** A new column is the last one, where an upgrade puts it: `select *` and a row that is built by position depend on the order. */
function orderFindings(wanted: Catalogue, found: Catalogue): string[] {
  const right = commonColumns(wanted, found)
  return [...commonColumns(found, wanted)].flatMap(([table, columns]) => {
    const order = swapped(columns, right.get(table) ?? [])
    return order === null ? [] : [`the order of the columns of the ${table}: ${order}`]
  })
}

/** The columns that another catalogue has too, by table and in their order. */
function commonColumns(catalogue: Catalogue, other: Catalogue): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const [name, { parent }] of catalogue) {
    const column = /^column (.+) of /.exec(name)?.[1]
    if (column !== undefined && parent !== null && other.has(name))
      tables.set(parent, [...(tables.get(parent) ?? []), column])
  }
  return tables
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
const isSame = (one: unknown, other: unknown) => written(one) === written(other)

function inWords(fact: string, found: unknown, wanted: unknown): string {
  const [text, right] = [written(found), written(wanted)]
  if (text.length <= longestShown && right.length <= longestShown) return `${fact} ${text}, not ${right}`
  return Array.isArray(found) && Array.isArray(wanted)
    ? listInWords(fact, found.map(written), wanted.map(written))
    : `another ${fact}`
}

function listInWords(fact: string, found: string[], wanted: string[]): string {
  const missing = wanted.filter((item) => !found.includes(item))
  const more = found.filter((item) => !wanted.includes(item))
  if (missing.length + more.length === 0) return `${fact}: ${swapped(found, wanted) ?? ''}`
  return [...missing.map((item) => `${fact} without ${item}`), ...more.map((item) => `${fact} with ${item}`)].join(', ')
}

/** The first difference of two lists of the same items. */
function swapped(found: string[], wanted: string[]): string | null {
  const at = found.findIndex((item, index) => item !== wanted[index])
  return at < 0 ? null : `${found[at]} comes before ${wanted[at]}`
}

async function sameDefinitions(wanted: Catalogue, found: Catalogue, again: Sql): Promise<Set<string>> {
  const differing = [...found].flatMap(([name, { facts }]) => {
    const right = wanted.get(name)?.facts.definition
    return typeof right === 'string' &&
      typeof facts.definition === 'string' &&
      right !== facts.definition &&
      // Another object would leave this one as it is.
      head(right) === head(facts.definition)
      ? [{ name, right, text: facts.definition }]
      : []
  })
  if (differing.length === 0) return new Set()
  const printed: Catalogue[] = []
  const made = new Set<string>()
  await again
    .begin(async (transaction) => {
      for (const { name, text } of differing)
        await transaction
          .savepoint((attempt) => attempt.unsafe(text))
          .then(() => made.add(name))
          .catch(() => {})
      printed.push(await readCatalogue(transaction, new Map()))
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return new Set(
    differing
      .filter(({ name, right }) => made.has(name) && printed[0]?.get(name)?.facts.definition === right)
      .map(({ name }) => name),
  )
}

/** 'CREATE OR REPLACE FUNCTION private.read_pin' */
const head = (definition: string) => /^[\w ]+ [^\s(]+/.exec(definition)?.[0]

const undo = new Error('The database stays as it is.')
