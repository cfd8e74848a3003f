import postgres from 'postgres'
import { hasBody, httpStatus } from './httpStatus'
import { RestError } from './restError'

/** Answers a refusal or a database error as PostgREST does. Other errors get a general sentence. */
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
  // The messages of these errors may name hosts, files and statements.
  return isInternalError(thrown)
    ? new RestError(500, 'PGRSTX00', 'Internal error')
    : new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.')
}

/** An error in this program, not a refusal, a database error or a lost connection. */
export function isInternalError(thrown: unknown): boolean {
  return !(thrown instanceof RestError || thrown instanceof postgres.PostgresError || isConnectionLoss(thrown))
}

function isConnectionLoss(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && /^(?:E[A-Z]+|CONNECT\w+)$/.test(String(thrown.code))
}

function databaseError(error: postgres.PostgresError, role: string): RestError {
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
