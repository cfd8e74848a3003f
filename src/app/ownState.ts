import type { Location } from 'react-router-dom'
import { nullable, object, text } from '@/lib/json'
import { storedSession } from '@/lib/storedSession'

const readKept = object({ userId: nullable(text), state: (json) => json ?? null })

/** The navigation state as the browser's history keeps it: with the user who is signed in. */
export function keptState(state: unknown) {
  return state === undefined || state === null ? null : { userId: storedSession.userId(), state }
}

/**
 * The place with its navigation state if that is of this user, or of nobody. A tab keeps its history over a sign-out: Back
 * must not show a payee or a receipt to the next person at the device.
 */
export function withOwnState(place: Location): Location {
  const kept = readKept(place.state)
  return { ...place, state: kept && [null, storedSession.userId()].includes(kept.userId) ? kept.state : null }
}
