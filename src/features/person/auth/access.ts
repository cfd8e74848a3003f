import { isSessionGone } from '@/lib/errors'
import type { SessionState } from '@/lib/session'

/** The profile query of the signed-in user. Null data: there is no row. */
export type ProfileReading = {
  data: { approved: boolean; deviceState: string } | null | undefined
  error: Error | null
}

export type Access =
  /** The session or the profile is loading. */
  | 'loading'
  /** No session. */
  | 'auth'
  /** The session is not valid. Signing out leads to /auth. */
  | 'sign out'
  /** The server withholds the profile: the session has ended, or staff have suspended the user. */
  | 'withheld'
  | 'pending'
  /** This device must be confirmed first. */
  | 'device'
  | 'app'
  /** The profile could not be read, and a retry may succeed. */
  | 'stay'

/** The access guard of section 4 of the customer specification. */
export function decideAccess(status: SessionState['status'], { data, error }: ProfileReading): Access {
  if (status === 'loading') return 'loading'
  if (status === 'signed out') return 'auth'
  // Also with data from an earlier request: the server refuses the token now.
  if (error !== null && isSessionGone(error)) return 'sign out'
  if (data === null) return 'withheld'
  if (data?.approved === false) return 'pending'
  if (data !== undefined) return data.deviceState === 'unknown' ? 'device' : 'app'
  return error === null ? 'loading' : 'stay'
}
