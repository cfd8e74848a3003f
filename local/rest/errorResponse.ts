import postgres from 'postgres'
import { z } from 'zod'
import { hasBody, httpStatus } from './httpStatus'
import { RestError } from './restError'

/** The answer to whatever went wrong. What is not meant for the caller is reduced to a sentence. */
export function errorResponse(thrown: unknown, role: string): Response {
  const { status, code, details, hint, message, headers } = asRestError(thrown, role)
  return new Response(hasBody(status) ? JSON.stringify({ code, details, hint, message }) : null, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

function asRestError(thrown: unknown, role: string): RestError {
  if (thrown instanceof RestError) return thrown
  if (thrown instanceof postgres.PostgresError) return databaseError(thrown, role)
  // The texts of these may name hosts, files and statements.
  return isMistake(thrown)
    ? new RestError(500, 'PGRSTX00', 'Internal error')
    : new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.')
}

/** Neither refused, nor an error of the database, nor a lost connection: something that this program got wrong. */
export function isMistake(thrown: unknown): boolean {
  return !(thrown instanceof RestError || thrown instanceof postgres.PostgresError || isConnectionLoss(thrown))
}

function isConnectionLoss(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && /^(?:E[A-Z]+|CONNECT\w+)$/.test(String(thrown.code))
}

function databaseError(error: postgres.PostgresError, role: string): RestError {
  if (error.code === 'PGRST') return raisedResponse(error)
  const status = databaseStatus(error.code, error.message, role)
  return new RestError(status, error.code, error.message, {
    details: error.detail,
    hint: error.hint,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  })
}

const statusByCode: Record<string, number> = {
  '23503': 409, // foreign key violation
  '23505': 409, // unique violation
  '25006': 405, // write in a read-only transaction
  '42883': 404, // undefined function
  '42P01': 404, // undefined table
  '42P17': 500, // infinite recursion in a policy
  '53400': 500, // configuration limit exceeded
  '57P01': 503, // shut down by the administrator
  P0001: 400, // raise exception
}

const statusByClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 413,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

export function databaseStatus(code: string, message: string, role: string): number {
  if (code === '42501') return role === 'anon' ? 401 : 403
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023' && /^role .* does not exist$/s.test(message)) return 401
  if (code.startsWith('PT')) return httpStatus(code.slice(2)) ?? 500
  return statusByCode[code] ?? statusByClass[code.slice(0, 2)] ?? 400
}

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const raisedDetail = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()).refine(areHeaders),
})

/** `raise sqlstate 'PGRST'` says in JSON what the whole answer is to be. */
function raisedResponse(error: postgres.PostgresError): RestError {
  const message = raisedMessage.safeParse(parseJson(error.message))
  const detail = raisedDetail.safeParse(parseJson(error.detail ?? ''))
  if (!message.success || !detail.success) {
    return new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`)
  }
  const { code, message: text, details, hint } = message.data
  return new RestError(detail.data.status, code, text, { details, hint, headers: detail.data.headers })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function areHeaders(given: Record<string, string>): boolean {
  try {
    return new Headers(given) instanceof Headers
  } catch {
    return false
  }
}
