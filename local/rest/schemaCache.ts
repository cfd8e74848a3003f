import type postgres from 'postgres'
import type { Pool } from '../postgres/pool'
import { schemaQuery } from './schemaQuery'

export type Column = {
  name: string
  type: string
  /** The expression that fills the column when nothing is given. */
  default: string | null
}

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
  /** Declared stable or immutable. */
  changesNothing: boolean
  returnsSet: boolean
  returnsVoid: boolean
  /** A row type or named result columns, as against a single value. */
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
}

export type Schema = SchemaFacts & {
  timeout: (role: string) => string | undefined
  relation: (schema: string, name: string) => Relation | undefined
  relationById: (oid: number) => Relation | undefined
}

export type SchemaCache = { current: () => Schema; close: () => Promise<void> }

/** What the database holds, read once and again after each `notify pgrst`, which `listener` hears. */
export async function openSchemaCache(listener: postgres.Sql, pool: Pool, schemas: string[]): Promise<SchemaCache> {
  const read = () => pool.use((sql) => readSchema(sql, schemas))
  let schema = await read()
  let reading: Promise<void> | null = null
  let outdated = false

  /** A change that arrives while the schema is being read may have been missed by that reading, so it is read again. */
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
  // A reading fails only when the connection is lost; after it is made anew, the schema is read again.
  const reloadQuietly = () => void reload().catch(() => {})

  const subscription = await listener.listen(
    'pgrst',
    (payload) => {
      if (payload === '' || payload === 'reload schema') reloadQuietly()
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
    // With nothing on the search path every type outside pg_catalog comes with its schema, valid in any request.
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
