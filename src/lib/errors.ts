import { referenceOf } from './log'
import { countOf } from './numbers'

type ServerError = { message?: unknown; code?: unknown; status?: unknown; hint?: unknown; details?: unknown }

function fields(error: unknown): ServerError {
  return typeof error === 'object' && error !== null ? error : {}
}

/** An error whose message is written for the user. */
export class WordedError extends Error {
  override name = 'WordedError'
}

type ReleaseHint = 'new-version' | 'updating'

/** The host or the server has another release than this page. A reload gets the new version, and drafts stay. */
export class OtherRelease extends WordedError {
  override name = 'OtherRelease'
  readonly hint: ReleaseHint

  constructor(hint: ReleaseHint, message: string) {
    super(message)
    this.hint = hint
  }
}

const tooManyAttempts = 'Too many attempts. Please try again later.'

/** It does not say that the address has an account. Its owner reads that in an email. */
const knownAddress =
  "We couldn't create an account with this email address. If you already have one, sign in, or check your email."

/** What the auth server's refusals mean, by their codes. */
const authWords: Record<string, string | undefined> = {
  user_already_exists: knownAddress,
  email_exists: knownAddress,
  validation_failed: 'Please enter an email address such as name@example.com',
  signup_disabled: "We aren't opening new accounts at the moment.",
  user_banned: "You can't sign in with this account. If it's closed, email us for your statements.",
  over_request_rate_limit: tooManyAttempts,
  over_email_send_rate_limit: tooManyAttempts,
}

/**
 * The text to show for an error: its message where that is written for users, and otherwise a general text with the
 * reference that the log has.
 */
export function messageOf(error: unknown): string {
  if (isOffline(error)) return 'You appear to be offline. Check your connection and try again.'
  const { code, message, hint } = fields(error)
  const wait = lockOutMinutes(error)
  if (wait !== null) return `Too many attempts. Try again in ${inWords(wait)}.`
  // Staff see what the server lacks.
  if (hint === 'updating') return `${String(message)} Reference: ${referenceOf(error)}`
  if (hint === 'new-version' && typeof message === 'string') return message
  if (error instanceof WordedError) return error.message
  if (typeof code === 'string') {
    // SQL raises these codes with a message for the user.
    if (/^PT\d{3}$/.test(code) && typeof message === 'string' && message.trim() !== '') return message
    const words = authWords[code]
    if (words !== undefined) return words
  }
  if (isSessionGone(error)) return 'Your session has ended. Please sign in again.'
  if (isRateLimited(error)) return tooManyAttempts
  return `Something went wrong. Try again. Reference: ${referenceOf(error)}`
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

/** How long a lock-out still lasts, where the server says so: SQL in the details, the auth server in its message. */
function lockOutMinutes(error: unknown): number | null {
  const { code, status, message, details } = fields(error)
  const place = code === 'PT429' ? details : status === 429 ? message : null
  const minutes = typeof place === 'string' ? /\bminutes:(\d{1,4})$/.exec(place)?.[1] : undefined
  return minutes === undefined ? null : Number(minutes)
}

function inWords(minutes: number): string {
  return minutes <= 90 ? countOf(minutes, 'minute') : countOf(Math.ceil(minutes / 60), 'hour')
}

/** No answer came: the request may or may not have reached the server. Each browser has its own message. */
export function isOffline(error: unknown): boolean {
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
  if (isRelease(hint)) return { hint, status: 404, field: null, message: messageOf(error) }
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

function isRelease(hint: unknown): hint is ReleaseHint {
  return hint === 'new-version' || hint === 'updating'
}
