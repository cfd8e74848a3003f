import type { Claims } from '../auth/jwt'
import { parsePreferences, type Preferences } from './preferences'
import { RestError } from './restError'

export type RestRequest = {
  method: string
  /** The path without the prefix /rest/v1. */
  path: string
  url: URL
  headers: Headers
  schema: string
  claims: Claims
  preferences: Preferences
  format: Format
  readBody: () => Promise<string>
}

export type Format = { singular: boolean; stripNulls: boolean; contentType: string }

const singularType = 'application/vnd.pgrst.object'

export function readRequest(request: Request, claims: Claims, schemas: string[]): RestRequest {
  const url = new URL(request.url)
  const reading = isReading(request.method)
  const schema = request.headers.get(reading ? 'accept-profile' : 'content-profile') ?? schemas[0] ?? ''
  if (!schemas.includes(schema)) {
    throw new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    })
  }
  return {
    method: request.method,
    path: url.pathname.replace(/^\/rest\/v1(?=\/|$)/, ''),
    url,
    headers: request.headers,
    schema,
    claims,
    preferences: parsePreferences(request.headers.get('prefer')),
    format: chooseFormat(request.headers.get('accept') ?? '*/*'),
    readBody: () => request.text(),
  }
}

export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function chooseFormat(accept: string): Format {
  const types = accept.split(',').map((type) => type.trim().toLowerCase())
  for (const type of types) {
    const [name = '', ...parameters] = type.split(';').map((part) => part.trim())
    const stripNulls = parameters.includes('nulls=stripped')
    const suffix = `+json${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`
    if (name === `${singularType}+json` || name === singularType) {
      return { singular: true, stripNulls, contentType: `${singularType}${suffix}` }
    }
    if (['*/*', 'application/*', 'application/json'].includes(name)) {
      return { singular: false, stripNulls: false, contentType: 'application/json; charset=utf-8' }
    }
  }
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`)
}
