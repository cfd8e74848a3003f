import { addTransitionType, useLayoutEffect, useRef, useState, useTransition, type ReactNode } from 'react'
import {
  createPath,
  NavigationType,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
} from 'react-router-dom'
import { LoadingBar } from '@/components/LoadingBar'
import { hasReducedMotion } from '@/components/reducedMotion'
import { followHistory, navigateOver } from '@/components/ui/overlayHistory'
import { dismissToast } from '@/lib/toast'
import { followPresses } from './fetchAhead'
import { keptState, withOwnState } from './ownState'
import { keepScrollPlace, scrollPlaceOf } from './scrollPlaces'

/** Where the skip link leads: on the same screen, and the browser scrolls. */
const skipTarget = '#main'

const history = createBrowserHistory({ v5Compat: true })

const navigator: Navigator = {
  createHref: (to) => history.createHref(to),
  encodeLocation: (to) => history.encodeLocation(to),
  go: (entries) => history.go(entries),
  push: (to, state: unknown) => navigateTo('push', to, state),
  replace: (to, state: unknown) => navigateTo('replace', to, state),
}

function navigateTo(kind: 'push' | 'replace', to: Parameters<Navigator['push']>[0], state: unknown) {
  const kept = keptState(state)
  navigateOver(kind, { push: () => history.push(to, kept), replace: () => history.replace(to, kept) })
}

/** Entries that the address bar has made share one key, also when only their fragments differ. */
const entryOf = (location: Location) => location.key + createPath(location)

/**
 * The library's BrowserRouter, with five differences: a navigation state is shown to its user only, Back closes an open overlay first, a bar shows that the next screen
 * loads, its code is fetched when a link is touched, and Back moves like every other change of screen.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setPlace] = useState(() => ({
    action: history.action,
    location: withOwnState(history.location),
  }))
  const [isPending, startTransition] = useTransition()
  /** The entry that the history is at. */
  const current = useRef(entryOf(location))
  /** The entry whose screen is drawn. */
  const drawn = useRef(location)

  // A layout effect runs before the new screen is painted, and before a view transition takes its picture.
  useLayoutEffect(() => {
    const before = drawn.current
    drawn.current = location
    const isReturn = action === NavigationType.Pop && location.hash !== skipTarget
    if (before.key === location.key || (before.pathname === location.pathname && !isReturn)) return
    window.scrollTo(0, isReturn ? scrollPlaceOf(location.key) : 0)
  }, [action, location])

  useLayoutEffect(() => {
    let isMovedByBrowser = false
    let waiting: ReturnType<typeof setTimeout> | undefined
    const handlePop = (event: PopStateEvent) => {
      isMovedByBrowser = event.hasUAVisualTransition
    }
    window.addEventListener('popstate', handlePop)
    const stops = [
      () => window.removeEventListener('popstate', handlePop),
      () => clearTimeout(waiting),
      history.listen((next) => {
        // The entry of an overlay has the key and the address of its screen.
        const entry = entryOf(next.location)
        if (entry === current.current) return
        current.current = entry
        keepScrollPlace(drawn.current.key)
        dismissToast()
        const show = () =>
          startTransition(() => {
            if (!hasReducedMotion()) addTransitionType('navigation')
            setPlace({ action: next.action, location: withOwnState(next.location) })
          })
        clearTimeout(waiting)
        // During `popstate` React draws at once, without a view transition.
        const isReturn = next.action === NavigationType.Pop && next.location.hash !== skipTarget
        if (isReturn && !isMovedByBrowser && !hasReducedMotion()) waiting = setTimeout(show)
        else show()
      }),
      followHistory(),
      followPresses(),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  return (
    <Router navigator={navigator} location={location} navigationType={action}>
      {isPending && <LoadingBar />}
      {children}
    </Router>
  )
}
