import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { whenIdle } from './idle'
import { logError } from './log'
import { storedSession } from './storedSession'

export type SessionState =
  | { status: 'loading'; userId: null; email: null }
  /** `hasEnded`: somebody was signed in since the page was opened. */
  | { status: 'signed out'; userId: null; email: null; hasEnded: boolean }
  | { status: 'signed in'; userId: string; email: string | null }

export type SessionValue = SessionState & {
  signOut: () => Promise<void>
  /** Grows with each auth event that carries a session: a reason to read again what rights depend on. */
  authEvents: number
}

const SessionContext = createContext<SessionValue | null>(null)

// Not imported above: a visitor's first screen should not wait for the clients.
const loadAuth = async () => (await import('./supabase')).loadAuth()
const signOut = async () => (await loadAuth()).endSession()
const tryAgainAfterMs = 3000

/** What can be known without the auth client. Only a session that has run out has to wait for it. */
function initialState(): SessionState {
  const session = storedSession.current()
  if (session !== null) return { status: 'signed in', userId: session.userId, email: session.email }
  return storedSession.exists()
    ? { status: 'loading', userId: null, email: null }
    : { status: 'signed out', userId: null, email: null, hasEnded: false }
}

/** Follows the auth client, here and in other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(initialState)
  const [authEvents, setAuthEvents] = useState(0)

  useEffect(() => {
    let unsubscribe: (() => void) | undefined
    let isOver = false

    const follow = async () => {
      if (initialState().status !== 'loading') await whenIdle()
      const { auth } = await loadAuth()
      if (isOver) return
      const { data } = auth.onAuthStateChange((_event, session) => {
        if (session !== null) setAuthEvents((count) => count + 1)
        setState((previous) => {
          if (session === null) {
            if (previous.status === 'signed out') return previous
            return { status: 'signed out', userId: null, email: null, hasEnded: previous.status === 'signed in' }
          }
          const { id, email } = session.user
          // A refreshed token is the same person: nothing on the screen has to change.
          if (previous.userId === id && previous.email === (email ?? null)) return previous
          return { status: 'signed in', userId: id, email: email ?? null }
        })
      })
      unsubscribe = () => data.subscription.unsubscribe()
    }
    const followOrTryAgain = () => {
      follow().catch((error: unknown) => {
        logError('The auth client could not be loaded', error)
        if (!isOver) setTimeout(followOrTryAgain, tryAgainAfterMs)
      })
    }
    followOrTryAgain()
    return () => {
      isOver = true
      unsubscribe?.()
    }
  }, [])

  const value = useMemo(() => ({ ...state, authEvents, signOut }), [state, authEvents])
  return <SessionContext value={value}>{children}</SessionContext>
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext)
  if (value === null) throw new Error('useSession needs a SessionProvider above it')
  return value
}

/** The signed-in user's id, for screens that the router shows only to signed-in users. */
export function useUserId(): string {
  const { userId } = useSession()
  if (userId === null) throw new Error('useUserId needs a route that requires a session')
  return userId
}
