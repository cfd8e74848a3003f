import { RestError } from './restError'
import type { RestRequest } from './restRequest'

/** The rows of a write. They stay JSON text, which Postgres parses, so that no number is rounded. */
export type Payload = {
  /** Always an array of objects. */
  json: string
  rowCount: number
  /** The columns to write. */
  columns: string[]
}

/** `columns` names the keys to write; without it, all objects must have the same keys. */
export async function readRows(request: RestRequest, columns: string[] | null): Promise<Payload> {
  const text = await readJsonText(request)
  const body = parseJson(text)
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  const keys = rows.map(keysOf)
  return {
    json: Array.isArray(body) ? text : `[${text}]`,
    rowCount: rows.length,
    columns: columns ?? commonKeys(keys),
  }
}

/** The arguments of a function call. */
export async function readArguments(request: RestRequest): Promise<{ json: string; names: string[] }> {
  const text = (await readJsonText(request)).trim()
  if (text === '') return { json: '{}', names: [] }
  return { json: text, names: keysOf(parseJson(text)) }
}

async function readJsonText(request: RestRequest): Promise<string> {
  const type = (request.headers.get('content-type') ?? 'application/json').split(';')[0]?.trim() ?? ''
  if (!['application/json', '*/*', 'application/vnd.pgrst.object+json'].includes(type)) {
    // fetch() sets text/plain for a text body, also for the empty body of a call without arguments.
    if (type !== 'text/plain') throw new RestError(400, 'PGRST102', `Content-Type not acceptable: ${type}`)
  }
  return request.readBody()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

function keysOf(row: unknown): string[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw invalidBody('Empty or invalid json')
  return Object.keys(row)
}

function commonKeys(keys: string[][]): string[] {
  const [first = [], ...others] = keys
  const same = others.every((own) => own.length === first.length && own.every((key) => first.includes(key)))
  if (!same) throw invalidBody('All object keys must match')
  return first
}

function invalidBody(message: string): RestError {
  return new RestError(400, 'PGRST102', message)
}
