import type postgres from 'postgres'
import type { Pool } from '../postgres/pool'
import { schemaQuery } from './schemaQuery'

type Column = { name: string; type: string }

export type Relation = { oid: number; schema: string; name: string; primaryKey: string[]; columns: Column[] }

export type ForeignKey = {
  name: string
  from: number
  to: number
  fromColumns: string[]
  toColumns: string[]
  /** The referencing columns are unique: at most one row refers to each target. */
  oneToOne: boolean
}

type Parameter = { name: string; type: string; required: boolean }

export type DatabaseFunction = {
  schema: string
  name: string
  /** Whether the function is declared stable or immutable. */
  changesNothing: boolean
  /** The statement_timeout that the function declares. */
  timeout: string | null
  returnsSet: boolean
  returnsVoid: boolean
  /** Whether it returns a row type or named columns, not a single value. */
  returnsRows: boolean
  /** The table whose rows it returns; 0 when there is none. */
  relation: number
  parameters: Parameter[]
}

type SchemaFacts = {
  relations: Relation[]
  foreignKeys: ForeignKey[]
  functions: DatabaseFunction[]
  /** statement_timeout by role. */
  timeouts: [role: string, timeout: string][]
  /** The function that runs before each request, by its qualified name. */
  preRequest: string | null
}

export type Schema = SchemaFacts & {
  timeout: (role: string) => string | undefined
  relation: (schema: string, name: string) => Relation | undefined
  relationById: (oid: number) => Relation | undefined
}

export type SchemaCache = { current: () => Schema; close: () => Promise<void> }

/** Reads the schema at the start and after each `notify pgrst`, for which `listener` listens. */
export async function openSchemaCache(listener: postgres.Sql, pool: Pool, schemas: string[]): Promise<SchemaCache> {
  const read = () => pool.use((sql) => readSchema(sql, schemas))
  let schema = await read()
  let reading: Promise<void> | null = null
  let outdated = false

  /** A read that is running may miss a change that arrives now, so another read follows it. */
  async function reload(): Promise<void> {
    outdated = true
    reading ??= (async () => {
      while (outdated) {
        outdated = false
        schema = await read()
      }
    })().finally(() => {
      reading = null
    })
    await reading
  }
  // A read fails only when the connection is lost. The listener reloads when it has connected again.
  const reloadQuietly = () => void reload().catch(() => {})

  const subscription = await listener.listen(
    'pgrst',
    (payload) => {
      if (['', 'reload schema', 'reload config'].includes(payload)) reloadQuietly()
    },
    reloadQuietly,
  )

  return {
    current: () => schema,
    close: async () => {
      await subscription.unlisten()
    },
  }
}

async function readSchema(sql: postgres.Sql, schemas: string[]): Promise<Schema> {
  const facts = await sql.begin('read only', async (transaction): Promise<SchemaFacts> => {
    // With an empty search path, format_type qualifies every type outside pg_catalog.
    await transaction.unsafe("set local search_path = ''")
    const [row] = await transaction.unsafe<{ facts: string }[]>(schemaQuery(schemas))
    return JSON.parse(row?.facts ?? '{}')
  })
  const byName = new Map(facts.relations.map((relation) => [`${relation.schema}.${relation.name}`, relation]))
  const byId = new Map(facts.relations.map((relation) => [relation.oid, relation]))
  const timeoutByRole = new Map(facts.timeouts)
  return {
    ...facts,
    timeout: (role) => timeoutByRole.get(role),
    relation: (schema, name) => byName.get(`${schema}.${name}`),
    relationById: (oid) => byId.get(oid),
  }
}
