import { addTransitionType, useLayoutEffect, useRef, useState, useTransition, type ReactNode } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory, type Navigator } from 'react-router-dom'
import { LoadingBar } from '@/components/LoadingBar'
import { followHistory, navigateOver } from '@/lib/overlayHistory'
import { hasReducedMotion } from '@/lib/reducedMotion'
import { dismissToast } from '@/lib/toast'
import { followPresses } from './fetchAhead'

const history = createBrowserHistory({ v5Compat: true })

const navigator: Navigator = {
  createHref: (to) => history.createHref(to),
  encodeLocation: (to) => history.encodeLocation(to),
  go: (entries) => history.go(entries),
  push: (to, state: unknown) => navigateTo('push', to, state),
  replace: (to, state: unknown) => navigateTo('replace', to, state),
}

function navigateTo(kind: 'push' | 'replace', to: Parameters<Navigator['push']>[0], state: unknown) {
  navigateOver(kind, { push: () => history.push(to, state), replace: () => history.replace(to, state) })
}

/**
 * The library's BrowserRouter, with three differences: Back closes an open overlay first, a bar shows that the next
 * screen loads, and its code is fetched when a link is touched.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location })
  const [isPending, startTransition] = useTransition()
  const shown = useRef(location.key)

  useLayoutEffect(() => {
    const stops = [
      history.listen((next) => {
        // The entry of an overlay has the key of its screen.
        if (next.location.key === shown.current) return
        shown.current = next.location.key
        dismissToast()
        startTransition(() => {
          if (!hasReducedMotion()) addTransitionType('navigation')
          setPlace(next)
        })
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
