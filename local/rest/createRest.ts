import postgres from 'postgres'
import type { Caller } from '../caller'
import { createPool } from '../postgres/pool'
import { callFunction } from './callFunction'
import { errorResponse, isInternalError } from './errorResponse'
import { identify } from './identity'
import { readTable } from './readTable'
import { RestError } from './restError'
import { isReading, readRequest, type RestRequest } from './restRequest'
import { openSchemaCache, type Relation, type Schema } from './schemaCache'
import { writeTable } from './writeTable'

export type RestOptions = {
  /** Connects as authenticator, whose only right is to switch to the caller's role. */
  url: string
  jwtSecret: string
  schemas?: string[]
  maxRows?: number
  /** Receives errors in this program, which the caller's answer does not describe. */
  log?: (line: string) => void
}

/** The part of PostgREST that this project uses. supabase-js and the database see no difference. */
export async function createRest({
  url,
  jwtSecret,
  schemas = ['public'],
  maxRows = 1000,
  log = () => {},
}: RestOptions) {
  const options = {
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
    // The default pause between connection attempts grows: a restarted database would be found late.
    backoff: () => 0.2,
    connection: { application_name: 'rest' },
  }
  const listener = postgres(url, { ...options, max: 1 })
  const pool = createPool(url, 10, options)
  const cache = await openSchemaCache(listener, pool, schemas)

  async function answer(request: RestRequest): Promise<Response> {
    const schema = cache.current()
    const [, call, table] = /^\/(?:rpc\/([^/]+)|([^/]+))\/?$/.exec(request.path) ?? []
    if (call !== undefined) return pool.use((sql) => callFunction(sql, schema, request, decodeSegment(call), maxRows))
    if (table === undefined) throw unknownPath()

    const relation = findTable(schema, request.schema, decodeSegment(table))
    if (isReading(request.method)) return pool.use((sql) => readTable(sql, schema, request, relation, maxRows))
    if (['POST', 'PATCH', 'DELETE'].includes(request.method))
      return pool.use((sql) => writeTable(sql, schema, request, relation))
    throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
  }

  return {
    async fetch(request: Request, caller: Caller): Promise<Response> {
      let role = 'anon'
      try {
        const claims = await identify(caller, jwtSecret)
        role = claims.role
        return await answer(readRequest(request, claims, schemas))
      } catch (thrown) {
        if (isInternalError(thrown)) log(`rest: ${thrown instanceof Error ? thrown.stack : String(thrown)}`)
        return errorResponse(thrown, role)
      }
    },

    async close(): Promise<void> {
      await cache.close()
      await Promise.all([pool.close(), listener.end({ timeout: 1 })])
    },
  }
}

function findTable(schema: Schema, schemaName: string, name: string): Relation {
  const relation = schema.relation(schemaName, name)
  if (relation) return relation
  throw new RestError(404, 'PGRST205', `Could not find the table '${schemaName}.${name}' in the schema cache`)
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw unknownPath()
  }
}

function unknownPath(): RestError {
  return new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}
