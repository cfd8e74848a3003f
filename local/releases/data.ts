import type { ISql, Sql } from 'postgres'

// The rows of a database as SQL, for a new database of the same release: what its migrations make is not in it.

type Table = { table: string; columns: string }

/** The tables of the app, and those that the auth server writes for users and sessions. Postgres computes generated columns. */
const tablesOf = (sql: ISql) => sql<Table[]>`
  select format('%I.%I', n.nspname, c.relname) as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and (
    n.nspname in ('public', 'private')
    or n.nspname = 'auth' and c.relname in ('users', 'identities', 'sessions', 'refresh_tokens')
  )
  group by 1 order by 1`

/** The rows of a database as statements. `sql` connects as the superuser. */
export async function dumpData(sql: Sql): Promise<string> {
  return sql.begin('isolation level repeatable read', async (transaction) => {
    // With an empty path every name has its schema.
    await transaction`select set_config('search_path', '', true), set_config('timezone', 'UTC', true)`
    const parts: string[] = []
    for (const { table, columns } of await tablesOf(transaction)) {
      const [found] = await transaction.unsafe<{ rows: string | null }[]>(
        `select json_agg(t order by t::text)::text as rows from (select ${columns} from ${table}) t`,
      )
      if (found?.rows)
        parts.push(
          `insert into ${table} (${columns}) overriding system value\n` +
            `select ${columns} from json_populate_recordset(null::${table}, $rows$${found.rows}$rows$);`,
        )
    }
    const sequences = await transaction<{ statement: string }[]>`
      select format('select setval(%L, %s, %s);', c.oid::regclass, coalesce(pg_sequence_last_value(c.oid), s.seqstart),
        (pg_sequence_last_value(c.oid) is not null)::text) as statement
      from pg_class c join pg_sequence s on s.seqrelid = c.oid
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
      order by c.oid::regclass::text`
    // Values in the tables are encrypted with these keys, which the Vault stores encrypted with the root key of its project.
    const keys = await transaction<{ statement: string }[]>`
      select format('select vault.update_secret(id, %L) from vault.secrets where name = %L;', decrypted_secret, name) as statement
      from vault.decrypted_secrets order by name`
    return [...parts, ...[...sequences, ...keys].map(({ statement }) => statement), ''].join('\n')
  })
}

/** Replaces all rows of a database by those of a dump. `sql` connects as the superuser. */
export async function loadData(sql: Sql, dump: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`select set_config('search_path', '', true), set_config('session_replication_role', 'replica', true)`
    // Foreign keys and triggers are off, apart from the triggers of the audit, which are always on.
    const always = await transaction<{ table: string; trigger: string }[]>`
      select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as trigger from pg_trigger t where t.tgenabled = 'A'`
    const tables = await tablesOf(transaction)
    await transaction
      .unsafe(
        [
          ...always.map(({ table, trigger }) => `alter table ${table} disable trigger ${trigger}`),
          `truncate ${tables.map(({ table }) => table).join(', ')} cascade`,
          dump,
          ...always.map(({ table, trigger }) => `alter table ${table} enable always trigger ${trigger}`),
        ].join(';\n'),
      )
      .simple()
  })
}
