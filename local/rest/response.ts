import { hasBody } from './httpStatus'
import { rangeError } from './parseQuery'
import { RestError } from './restError'
import type { RestRequest } from './restRequest'
import type { AnswerRow } from './transaction'

export function respond(
  request: RestRequest,
  row: Pick<AnswerRow, 'body'>,
  { status, headers: given }: { status: number; headers?: Record<string, string> },
): Response {
  const headers = new Headers(given)
  const body = request.method !== 'HEAD' && hasBody(status) ? row.body : null
  if (row.body) headers.set('content-type', request.format.contentType)
  if (request.preferences.applied !== '') headers.set('preference-applied', request.preferences.applied)
  return new Response(body === '' ? null : body, { status, headers })
}

/** For `.single()` of the client: any other number of rows is an error, which rolls back a write. */
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

/** `0-9/25`; a star means no rows, or a total that the request did not ask for. */
export function contentRange(first: number, count: number, total: string | null): string {
  const range = count > 0 && total !== '0' ? `${first}-${first + count - 1}` : '*'
  return `${range}/${total ?? '*'}`
}

/** 206 when the answer holds only a part of the rows. */
export function pageStatus(first: number, count: number, total: string | null): number {
  if (total === null) return 200
  if (first > Number(total)) {
    throw rangeError(`An offset of ${first} was requested, but there are only ${total} rows.`)
  }
  return count < Number(total) ? 206 : 200
}
