import { createPath, type Location } from 'react-router-dom'
import { nullable, object, text } from '@/lib/json'
import { paths } from '@/lib/paths'

type Place = Omit<Location<unknown>, 'key'>

const readReturn = object({
  userId: nullable(text),
  returnTo: object({ pathname: text, search: text, hash: text, state: (json) => json ?? null }),
})

/** Browsers read '\' as '/', skip line breaks and tabs, and take what follows two slashes for a host. */
const ownPath = /^\/(?!\s*[/\\])/

const home: Place = { pathname: paths.home, search: '', hash: '', state: null }

/**
 * The navigation state of /auth. With a `userId` only this user returns to the place. Without one any user does, and the
 * place's own navigation state, which can be from an earlier user, is left out.
 */
export function returningTo({ pathname, search, hash, state }: Place, userId: string | null = null) {
  return { returnTo: { pathname, search, hash, state: userId === null ? null : state }, userId }
}

/**
 * Where the sign-in of this user leads, from the navigation state of /auth. Links from outside can contain any path, and
 * the browser reads some paths as the address of another site: these lead home.
 */
export function placeAfterSignIn(authState: unknown, userId: string): Place {
  const saved = readReturn(authState)
  if (saved === undefined || ![null, userId].includes(saved.userId)) return home
  const { returnTo } = saved
  return ownPath.test(createPath(returnTo)) && returnTo.pathname !== paths.auth ? returnTo : home
}
