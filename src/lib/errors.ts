type ServerError = { message?: unknown; code?: unknown; status?: unknown; hint?: unknown }

function fields(error: unknown): ServerError {
  return typeof error === 'object' && error !== null ? error : {}
}

/** The text to show for an error: the server's message, or `fallback` when it has none for users. */
export function messageOf(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  if (isOffline(error)) return 'You appear to be offline. Check your connection and try again.'
  const { message } = fields(error)
  // auth-js gives '{}' as the message of a 5xx answer.
  return typeof message === 'string' && message.trim() !== '' && message !== '{}' ? message : fallback
}

/**
 * The session is no longer valid: a bad or expired token, or 'User from sub claim in JWT does not exist'. Newer servers
 * send PGRST303 for an expired token.
 */
export function isSessionGone(error: unknown): boolean {
  const { code, message } = fields(error)
  return code === 'PGRST301' || code === 'PGRST303' || (typeof message === 'string' && message.includes('JWT'))
}

export function isRateLimited(error: unknown): boolean {
  const { code, status } = fields(error)
  return code === 'PT429' || status === 429 || code === 'over_request_rate_limit'
}

/** No answer came: the request may or may not have reached the server. Each browser has its own message. */
function isOffline(error: unknown): boolean {
  const { message } = fields(error)
  return (
    typeof message === 'string' &&
    /failed to fetch|networkerror|load failed|network request failed|fetch failed|network connection was lost/i.test(
      message,
    )
  )
}

/** A final answer of the server: the same request would be refused again. */
export type Refusal = {
  /** Which refusal it is: the hint that SQL raises, or the name that `postgresHints` gives to an error of Postgres. */
  hint: string | null
  /** The form field in a hint such as 'field:amount'. */
  field: string | null
  /** Null unless the message is written for users. */
  message: string | null
  status: number
}

/** Postgres reports its own refusals by code alone. PostgREST answers them with these statuses. */
const postgresHints: Record<string, { hint: string; status: number } | undefined> = {
  '23503': { hint: 'reference-missing', status: 409 },
  '23505': { hint: 'already-exists', status: 409 },
  '42501': { hint: 'not-permitted', status: 403 },
}

/** Null when the error is no final answer: without a connection, or while the database is unavailable. */
export function refusalOf(error: unknown): Refusal | null {
  const { code, hint, message } = fields(error)
  // With PGRST000 to PGRST003, PostgREST is waiting for the database.
  if (typeof code !== 'string' || !/^(PT4\d\d$|PGRST(?!00[0-3])|22|23|42)/.test(code)) return null
  if (!code.startsWith('PT')) return { hint: null, status: 400, ...postgresHints[code], field: null, message: null }
  const name = typeof hint === 'string' ? hint : null
  return {
    hint: name,
    field: name?.startsWith('field:') ? name.slice('field:'.length) : null,
    message: typeof message === 'string' ? message : null,
    status: Number(code.slice('PT'.length)),
  }
}
