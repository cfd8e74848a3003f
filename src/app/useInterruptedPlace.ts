import { useState } from 'react'
import { useLocation, type Location } from 'react-router-dom'
import { paths } from '@/lib/paths'
import type { SessionEnding, SessionState } from '@/lib/session'

/**
 * Where the user was when their session ended without their choice, once they have signed in again on /auth. It is in
 * memory only, and null for another user.
 */
export function useInterruptedPlace(session: SessionState): Location | null {
  const location = useLocation()
  const [place, setPlace] = useState<{ ending: SessionEnding; location: Location } | null>(null)
  const ending = session.status === 'signed out' ? session.ending : null
  const isAtSignIn = location.pathname === paths.auth
  if (ending !== null && place?.ending !== ending && !isAtSignIn) setPlace({ ending, location })
  if (place === null || !isAtSignIn || place.ending.reason === 'chosen') return null
  return place.ending.userId === session.userId ? place.location : null
}
