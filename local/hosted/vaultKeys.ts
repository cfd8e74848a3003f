import { readFileSync, writeFileSync } from 'node:fs'
import type { ISql, Sql, TransactionSql } from 'postgres'
import { z } from 'zod'

/** The keys that the migrations put into the Vault, with what a customer notices when one is changed. */
export const vaultKeys = {
  pin_lookup_key: 'Nothing. The counts of wrong PINs for a sign-in address begin again.',
  pin_storage_key: 'Nothing.',
  card_lookup_key: 'Nothing.',
  card_storage_key: 'Nothing.',
  card_code_key: 'Each card has another security code. Tell the customers before.',
  device_code_key: 'A code that was sent in the last minutes no longer works. The customer asks for another one.',
  payee_check_key: 'A payment whose payee was checked in the last half hour asks for the check again.',
}

type KeyName = keyof typeof vaultKeys
export type Keys = Record<KeyName, string>

export const keyNames = Object.keys(vaultKeys).filter((name): name is KeyName => name in vaultKeys)
const keysSchema = z.record(z.enum(keyNames), z.string().regex(/^[0-9a-f]{64}$/))

/** For its owner only. A file that exists is never overwritten: an older backup may need its keys. */
export function writeKeys(file: string, keys: Keys): void {
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
}

export function parseKeys(file: string): Keys {
  const parsed = keysSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  // The message of the schema has the values.
  if (!parsed.success) throw new Error(`${file} has not exactly the keys ${keyNames.join(', ')}.`)
  return parsed.data
}

/** Fails when a key is missing or cannot be read. */
export async function readKeys(sql: ISql): Promise<Keys> {
  const rows = await sql<{ name: string; key: string }[]>`
    select name, decrypted_secret as key from vault.decrypted_secrets where name in ${sql(keyNames)}`
  const found = Object.fromEntries(rows.map(({ name, key }) => [name, key]))
  const missing = keyNames.filter((name) => !(name in found))
  if (missing.length > 0) throw new Error(`The Vault has no ${missing.join(', ')}.`)
  return keysSchema.parse(found)
}

/**
 * Puts the keys into a database that was restored from a backup. The project that it was restored into has another root key, so
 * the old rows can neither be read nor updated: they are replaced. Nothing changes where a key works and is another one, or
 * where the keys do not fit the data.
 */
export async function restoreKeys(sql: Sql, keys: Keys): Promise<void> {
  await sql.begin(async (transaction) => {
    for (const name of keyNames) {
      const present = await readableKey(transaction, name)
      if (present === keys[name]) continue
      if (present !== null)
        throw new Error(`${name} works here and is another key than in the file. This database needs no restored keys.`)
      await replaceKey(transaction, name, keys[name])
    }
    await requireFit(transaction)
  })
}

async function readableKey(transaction: TransactionSql, name: KeyName): Promise<string | null> {
  try {
    const [row] = await transaction.savepoint(
      (attempt) => attempt<{ key: string }[]>`
        select decrypted_secret as key from vault.decrypted_secrets where name = ${name}`,
    )
    return row?.key ?? null
  } catch {
    return null
  }
}

async function replaceKey(transaction: TransactionSql, name: KeyName, key: string): Promise<void> {
  const [old] = await transaction<{ description: string }[]>`
    delete from vault.secrets where name = ${name} returning description`
  await transaction`select vault.create_secret(${key}, ${name}, ${old?.description ?? ''})`
}

type Column = { name: string; key: KeyName; text: string; isHash?: true }
type Table = { name: string; id: string; columns: Column[] }

/** What is stored under a key. `text` reads the plain text of a row `r`. */
const tables: Table[] = [
  {
    name: 'private.pins',
    id: 'user_id',
    columns: [
      { name: 'pin_hmac', key: 'pin_lookup_key', text: 'private.read_pin(r.user_id)', isHash: true },
      { name: 'pin_encrypted', key: 'pin_storage_key', text: 'private.read_pin(r.user_id)' },
    ],
  },
  {
    name: 'private.card_secrets',
    id: 'card_id',
    columns: [
      { name: 'number_hmac', key: 'card_lookup_key', text: 'private.read_card_number(r.card_id)', isHash: true },
      { name: 'number_encrypted', key: 'card_storage_key', text: 'private.read_card_number(r.card_id)' },
      { name: 'pin_encrypted', key: 'card_storage_key', text: 'private.read_card_pin(r.card_id)' },
    ],
  },
]

const hash = (text: string, key: string) => `extensions.hmac(${text}, private.vault_key('${key}'), 'sha256')`

/** Each key reads a row that was written before the backup. */
async function requireFit(transaction: TransactionSql): Promise<void> {
  for (const { name, columns } of tables) {
    for (const { name: column, key, text, isHash } of columns) {
      const right = isHash ? `r.${column} = ${hash(text, key)}` : `${text} is not null`
      const fits = await transaction
        .savepoint((attempt) =>
          attempt.unsafe(`select from (select * from ${name} limit 20) r where (${right}) is not true`),
        )
        .then((wrong) => wrong.length === 0)
        .catch(() => false)
      if (!fits)
        throw new Error(`The keys do not fit the data: ${key} does not read ${name}.${column}. Nothing was changed.`)
    }
  }
}

const next = (key: KeyName) => `${key}_next`
const stepRows = 2000

/**
 * Makes new keys, and encrypts again what is stored under the old ones: in steps beside the old values, which customers use
 * meanwhile. Then one transaction changes the rows and the keys, saves all keys to the new file, and commits.
 */
export async function changeKeys(
  sql: Sql,
  names: KeyName[],
  {
    save,
    onStep = async () => {},
  }: { save: (keys: Keys) => void; onStep?: (done: number, table: string) => Promise<void> },
): Promise<void> {
  const concerned = tables.flatMap((table) => {
    const columns = table.columns.filter(({ key }) => names.includes(key))
    return columns.length > 0 ? [{ ...table, columns }] : []
  })
  // The temporary tables belong to the connection.
  const connection = await sql.reserve()
  try {
    await connection`set statement_timeout = 0`
    await connection`delete from vault.secrets where name in ${sql(names.map(next))}`
    for (const name of names)
      await connection`select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), ${next(name)})`
    for (const table of concerned) await prepare(connection, table, onStep)
    await connection`begin`
    try {
      for (const table of concerned) await switchOver(connection, table)
      for (const name of names) {
        const [old] = await connection<{ description: string }[]>`
          delete from vault.secrets where name = ${name} returning description`
        await connection`
          select vault.update_secret(id, new_name => ${name}, new_description => ${old?.description ?? ''})
          from vault.secrets where name = ${next(name)}`
      }
      save(await readKeys(connection))
      await connection`commit`
    } catch (error) {
      await connection`rollback`
      throw error
    }
  } finally {
    connection.release()
  }
}

const prepared = ({ name }: Table) => `pg_temp.new_${name.split('.')[1]}`
const names = (columns: Column[], prefix = '') => columns.map(({ name }) => prefix + name).join(', ')

function newValues({ name, id, columns }: Table, rows: string): string {
  const values = columns.map(({ key, text, isHash }) =>
    isHash ? hash(text, next(key)) : `private.encrypt_with('${next(key)}', ${text})`,
  )
  return `select r.${id} as id, ${names(columns, 'r.')}, ${values.map((value, index) => `${value} as new_${columns[index]?.name}`).join(', ')}
    from ${name} r ${rows}`
}

async function prepare(sql: ISql, table: Table, onStep: (done: number, table: string) => Promise<void>): Promise<void> {
  await sql.unsafe(`drop table if exists ${prepared(table)}`)
  await sql.unsafe(
    `create temporary table ${prepared(table).slice('pg_temp.'.length)} as ${newValues(table, 'limit 0')}`,
  )
  let done = 0
  for (let last = '00000000-0000-0000-0000-000000000000', isWhole = true; isWhole;) {
    const step = await sql.unsafe<{ id: string }[]>(
      `insert into ${prepared(table)} ${newValues(table, `where r.${table.id} > $1::uuid order by r.${table.id} limit ${stepRows}`)} returning id`,
      [last],
    )
    done += step.length
    isWhole = step.length === stepRows
    last = step.at(-1)?.id ?? last
    await onStep(done, table.name)
  }
}

async function switchOver(sql: ISql, table: Table): Promise<void> {
  const { name, id, columns } = table
  const made = prepared(table)
  // Customers still read the rows. A change of a PIN waits.
  await sql.unsafe(`lock table ${name} in share row exclusive mode`)
  // What was changed or added since its step.
  await sql.unsafe(
    `delete from ${made} n using ${name} r where r.${id} = n.id and (${names(columns, 'r.')}) is distinct from (${names(columns, 'n.')})`,
  )
  await sql.unsafe(
    `insert into ${made} ${newValues(table, `where not exists (select from ${made} n where n.id = r.${id})`)}`,
  )
  await sql.unsafe(
    `update ${name} r set ${columns.map((column) => `${column.name} = n.new_${column.name}`).join(', ')} from ${made} n where n.id = r.${id}`,
  )
  await sql.unsafe(`drop table ${made}`)
}
