type ServerError = { message?: unknown; code?: unknown; status?: unknown }

function fields(error: unknown): ServerError {
  return typeof error === 'object' && error !== null ? error : {}
}

/** What a person may read of an error: the server's message, or `fallback` when there is none worth reading. */
export function messageOf(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  if (isOffline(error)) return 'You appear to be offline. Check your connection and try again.'
  const { message } = fields(error)
  // auth-js words any 5xx answer as '{}'.
  return typeof message === 'string' && message.trim() !== '' && message !== '{}' ? message : fallback
}

/**
 * The session cannot be used any more: a bad or expired token, or 'User from sub claim in JWT does not exist'. Newer
 * servers say PGRST303 for an expired one.
 */
export function isSessionGone(error: unknown): boolean {
  const { code, message } = fields(error)
  return code === 'PGRST301' || code === 'PGRST303' || (typeof message === 'string' && message.includes('JWT'))
}

export function isRateLimited(error: unknown): boolean {
  const { code, status } = fields(error)
  return code === 'PT429' || status === 429 || code === 'over_request_rate_limit'
}

/** Nobody answered: the request may or may not have reached the server. Browsers word it differently. */
function isOffline(error: unknown): boolean {
  const { message } = fields(error)
  return (
    typeof message === 'string' &&
    /failed to fetch|networkerror|load failed|network request failed|fetch failed|network connection was lost/i.test(
      message,
    )
  )
}

/** The server answered, and its answer is final: asking again would bring the same one. */
export function isRefusal(error: unknown): boolean {
  const { code } = fields(error)
  // PGRST000 to PGRST003: PostgREST itself waits for the database, which comes back.
  return typeof code === 'string' && /^(PT4\d\d$|PGRST(?!00[0-3])|22|23|42)/.test(code)
}
