import type postgres from 'postgres'

/** More than two would wait for each other on two cores. */
const builders = 2

type Constraint = { owner: string; name: string; definition: string }

/** The highest `statement_timeout`: the library leaves out a setting that is 0. */
export const longestMs = 2_147_483_647

/**
 * Fills tables without their indexes and checks, and adds these afterwards: twenty times as fast. What is filled must pass the
 * checks, because they are added without a look at it.
 */
export async function withoutIndexes(sql: postgres.Sql, tables: readonly string[], fill: () => Promise<void>) {
  const indexes = await sql<
    { owner: string; name: string; definition: string; constraint: string | null; type: string }[]
  >`
    select i.indrelid::regclass::text as owner, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
      c.conname as constraint, case c.contype when 'p' then 'primary key' else 'unique' end as type
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any (${tables}::text[]::regclass[])
    order by 1, 2`
  const checks = await checksOf(sql, tables)
  // Foreign keys to the tables depend on their primary keys.
  const references = await sql<Constraint[]>`
    select format('table %s', conrelid::regclass) as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and (confrelid = any (${tables}::text[]::regclass[]) or conrelid = any (${tables}::text[]::regclass[]))`
  for (const { owner, name } of [...references, ...checks]) await sql.unsafe(`alter ${owner} drop constraint ${name}`)
  for (const { owner, name, constraint } of indexes) {
    await sql.unsafe(constraint === null ? `drop index ${name}` : `alter table ${owner} drop constraint ${constraint}`)
  }
  await fill()
  await inParallel(
    sql,
    indexes.map(
      ({ definition }) =>
        (db) =>
          db.unsafe(definition),
    ),
  )
  for (const { owner, name, constraint, type } of indexes) {
    // The index was renamed with the constraint, and is in the schema of its table.
    const [index] = name.split('.').slice(-1)
    if (constraint !== null) await sql.unsafe(`alter table ${owner} add ${type} using index ${index}`)
  }
  for (const { owner, name, definition } of [...references, ...checks]) {
    await sql.unsafe(`alter ${owner} add constraint ${name} ${definition.replace(/ NOT VALID$/, '')} not valid`)
  }
  for (const table of tables) await sql.unsafe(`vacuum analyze ${table}`)
}

/** The check constraints of the tables and of the domains of their columns. */
function checksOf(sql: postgres.Sql, tables: readonly string[]) {
  return sql<Constraint[]>`
    select
      case when conrelid = 0 then format('domain %s', contypid::regtype) else format('table %s', conrelid::regclass) end as owner,
      conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'c' and (
      conrelid = any (${tables}::text[]::regclass[])
      or contypid in (select atttypid from pg_attribute where attrelid = any (${tables}::text[]::regclass[]))
    )`
}

export function halves(rows: number): [first: number, last: number][] {
  const middle = Math.floor(rows / 2)
  return [
    [1, middle],
    [middle + 1, rows],
  ]
}

/** Runs the statements on parallel connections with enough memory for sorts. */
export async function inParallel(sql: postgres.Sql, work: ((db: postgres.ReservedSql) => PromiseLike<unknown>)[]) {
  const open = [...work]
  await Promise.all(
    Array.from({ length: builders }, async () => {
      const db = await sql.reserve()
      await db`set maintenance_work_mem = '512MB'`
      for (let next = open.shift(); next !== undefined; next = open.shift()) await next(db)
      db.release()
    }),
  )
}
