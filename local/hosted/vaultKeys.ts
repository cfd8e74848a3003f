import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
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
  const parsed = keysSchema.safeParse(readJson(file))
  // The messages of the schema and of the JSON parser have values.
  if (!parsed.success) throw new Error(`${file} has not exactly the keys ${keyNames.join(', ')}.`)
  return parsed.data
}

function readJson(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
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
    // What an interrupted change has left in the backup cannot be read here.
    await transaction`delete from vault.secrets where name in ${sql(keyNames.map(next))}`
    await transaction.unsafe(discard)
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

/**
 * Makes new keys, and encrypts again what is stored under the old ones: in steps beside the old values, which customers use
 * until then. Each step is committed, so another call goes on where a broken one stopped, with the same new keys. Then one
 * message changes the rows and the keys. The file has all keys before that: without it nobody could restore a backup.
 */
export async function changeKeys(
  sql: Sql,
  names: KeyName[],
  file: string,
  {
    onStep = async () => {},
    stepRows = 2000,
  }: { onStep?: (done: number, table: string) => Promise<void>; stepRows?: number } = {},
): Promise<void> {
  const concerned = tables.flatMap((table) => {
    const columns = table.columns.filter(({ key }) => names.includes(key))
    return columns.length > 0 ? [{ ...table, columns }] : []
  })
  if (!(await isBegun(sql, names))) {
    if (existsSync(file)) throw new Error(await whyFileExists(sql, file))
    await begin(sql, names, concerned)
  }
  for (const table of concerned) await prepare(sql, table, stepRows, onStep)
  const nextKeys = await sql<{ name: KeyName; key: string }[]>`
    select replace(name, '_next', '') as name, decrypted_secret as key
    from vault.decrypted_secrets where name in ${sql(names.map(next))}`
  const keys = { ...(await readKeys(sql)), ...Object.fromEntries(nextKeys.map(({ name, key }) => [name, key])) }
  if (!existsSync(file)) writeKeys(file, keys)
  else if (!isDeepStrictEqual(parseKeys(file), keys))
    throw new Error(`${file} exists and has other keys. Name a new file.`)
  // One message is one transaction: a connection that breaks cannot leave a half of it.
  await sql
    .unsafe(
      [`set local statement_timeout = 0`, ...concerned.flatMap(switchOver), ...names.flatMap(renameKey), discard].join(
        ';\n',
      ),
    )
    .simple()
}

/** Whether a change of these keys was interrupted. */
async function isBegun(sql: ISql, names: KeyName[]): Promise<boolean> {
  const rows = await sql<{ name: string }[]>`
    select name from vault.secrets where name in ${sql(keyNames.map(next))} order by name`
  if (rows.length === 0) return false
  const begun = keyNames.filter((name) => rows.some((row) => row.name === next(name)))
  if (isDeepStrictEqual(begun.toSorted(), names.toSorted())) return true
  const command = begun.length === keyNames.length ? 'all' : begun.join(', ')
  throw new Error(`A change of ${command} was interrupted. Finish it first: npm run keys -- change ${command} …`)
}

async function whyFileExists(sql: Sql, file: string): Promise<string> {
  return isDeepStrictEqual(parseKeys(file), await readKeys(sql))
    ? `${file} has the keys that are in the Vault: the change is finished. For another change, name a new file.`
    : `${file} exists. Name a new file: an older backup may need the keys of this one.`
}

async function begin(sql: Sql, names: KeyName[], concerned: Table[]): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction.unsafe(`${discard}; create schema key_change`).simple()
    for (const name of names)
      await transaction`
        select vault.create_secret(encode(extensions.gen_random_bytes(32), 'hex'), ${next(name)}, s.description)
        from vault.secrets s where s.name = ${name}`
    for (const table of concerned)
      await transaction
        .unsafe(
          `create table ${prepared(table)} as ${newValues(table, 'limit 0')}; alter table ${prepared(table)} add primary key (id)`,
        )
        .simple()
  })
}

/** The tables have no place in the schema of the migrations, and no role of the API may enter theirs. */
const discard = 'drop schema if exists key_change cascade'
const prepared = ({ name }: Table) => name.replace('private.', 'key_change.')
const names = (columns: Column[], prefix = '') => columns.map(({ name }) => prefix + name).join(', ')

function newValues({ name, id, columns }: Table, rows: string): string {
  const values = columns.map(({ key, text, isHash }) =>
    isHash ? hash(text, next(key)) : `private.encrypt_with('${next(key)}', ${text})`,
  )
  return `select r.${id} as id, ${names(columns, 'r.')}, ${values.map((value, index) => `${value} as new_${columns[index]?.name}`).join(', ')}
    from ${name} r ${rows}`
}

async function prepare(
  sql: ISql,
  table: Table,
  stepRows: number,
  onStep: (done: number, table: string) => Promise<void>,
): Promise<void> {
  const made = prepared(table)
  const [before] = await sql.unsafe<{ done: number; last: string | null }[]>(
    `select count(*)::integer as done, (select id from ${made} order by id desc limit 1) as last from ${made}`,
  )
  let { done, last } = before ?? { done: 0, last: null }
  for (let isWhole = true; isWhole;) {
    const step = await sql.unsafe<{ id: string }[]>(
      `insert into ${made} ${newValues(table, `where r.${table.id} > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') order by r.${table.id} limit ${stepRows}`)} returning id`,
      [last],
    )
    done += step.length
    isWhole = step.length === stepRows
    last = step.at(-1)?.id ?? last
    await onStep(done, table.name)
  }
}

function switchOver(table: Table): string[] {
  const { name, id, columns } = table
  const made = prepared(table)
  return [
    // Customers still read the rows. A change of a PIN waits.
    `lock table ${name} in share row exclusive mode`,
    // What was changed or added since its step.
    `delete from ${made} n using ${name} r where r.${id} = n.id and (${names(columns, 'r.')}) is distinct from (${names(columns, 'n.')})`,
    `insert into ${made} ${newValues(table, `where not exists (select from ${made} n where n.id = r.${id})`)}`,
    `update ${name} r set ${columns.map((column) => `${column.name} = n.new_${column.name}`).join(', ')} from ${made} n where n.id = r.${id}`,
  ]
}

const renameKey = (name: KeyName): string[] => [
  `delete from vault.secrets where name = '${name}'`,
  `select vault.update_secret(id, new_name => '${name}') from vault.secrets where name = '${next(name)}'`,
]
