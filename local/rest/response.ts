import { z } from 'zod'
import { hasBody, httpStatus } from './httpStatus'
import { rangeError } from './parseQuery'
import { RestError } from './restError'
import type { RestRequest } from './restRequest'
import type { AnswerRow } from './transaction'

/** A successful answer; the database may change its status and headers through settings. */
export function respond(
  request: RestRequest,
  row: Pick<AnswerRow, 'body' | 'response_status' | 'response_headers'> | null,
  options: { status: number; headers?: Record<string, string> },
): Response {
  const status = row?.response_status ? guardedStatus(row.response_status) : options.status
  const headers = new Headers(options.headers)
  const body = row && request.method !== 'HEAD' && hasBody(status) ? row.body : null
  if (row?.body) headers.set('content-type', request.format.contentType)
  if (request.preferences.applied !== '') headers.set('preference-applied', request.preferences.applied)
  if (row?.response_headers) addGivenHeaders(headers, row.response_headers)
  return new Response(body === '' ? null : body, { status, headers })
}

/** `.single()` of the client: anything but one row is an error, which also undoes a write. */
export function requireSingle(request: RestRequest, row: AnswerRow): void {
  if (request.format.singular && row.page_total !== '1') {
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${row.page_total} rows`,
    })
  }
}

export function requireAtMost(limit: number | null, affected: number): void {
  if (limit !== null && affected > limit) {
    throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${affected} rows`,
    })
  }
}

/** `0-9/25`; a star stands for no rows and for a total that nobody asked for. */
export function contentRange(first: number, count: number, total: string | null): string {
  const range = count > 0 && total !== '0' ? `${first}-${first + count - 1}` : '*'
  return `${range}/${total ?? '*'}`
}

/** 206 when there is more than what is answered. */
export function pageStatus(first: number, count: number, total: string | null): number {
  if (total === null) return 200
  if (first > Number(total)) {
    throw rangeError(`An offset of ${first} was requested, but there are only ${total} rows.`)
  }
  return count < Number(total) ? 206 : 200
}

function guardedStatus(text: string): number {
  const status = httpStatus(text)
  if (status === null) throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
  return status
}

const givenHeaders = z.array(z.record(z.string(), z.string()))

function addGivenHeaders(headers: Headers, text: string): void {
  try {
    for (const given of givenHeaders.parse(JSON.parse(text))) {
      for (const [name, value] of Object.entries(given)) headers.set(name, value)
    }
  } catch {
    throw new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    )
  }
}
