import { isSessionGone } from '@/lib/errors'
import type { SessionState } from '@/lib/session'

/** What is known of the signed-in person's profile. Null data: there is no row. */
export type ProfileReading = {
  data: { approved: boolean; deviceState: string } | null | undefined
  error: Error | null
}

export type Access =
  /** Not known yet. */
  | 'loading'
  /** Nobody is signed in. */
  | 'auth'
  /** The session is no good: end it, which leads to /auth. */
  | 'sign out'
  | 'pending'
  /** The bank does not know this device yet, and shows nothing on it. */
  | 'device'
  | 'app'
  /** The profile could not be read, for a reason that may pass. */
  | 'stay'

/** The access guard of section 4 of the customer specification, as a table. */
export function decideAccess(status: SessionState['status'], { data, error }: ProfileReading): Access {
  if (status === 'loading') return 'loading'
  if (status === 'signed out') return 'auth'
  // Also after an earlier good answer: a token that the server refuses now is no good any more.
  if (error !== null && isSessionGone(error)) return 'sign out'
  if (data === null) return 'sign out'
  if (data?.approved === false) return 'pending'
  if (data !== undefined) return data.deviceState === 'unknown' ? 'device' : 'app'
  return error === null ? 'loading' : 'stay'
}
