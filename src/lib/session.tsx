import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { whenIdle } from './idle'
import { loadClient } from './loadClient'
import { logError } from './log'
import { bringDraftsBack, forgetDrafts, setDraftsAside } from './storage'
import { storedSession } from './storedSession'

/** Why a user's session ended. 'elsewhere': in another tab, on another device or on the server. */
export type SessionEnding = {
  userId: string
  reason: 'chosen' | 'inactive' | 'inactive longer' | 'staff inactive' | 'elsewhere'
}

export type SessionState =
  | { status: 'loading'; userId: null; email: null }
  /** `ending`: how the latest session since the page was opened has ended. */
  | { status: 'signed out'; userId: null; email: null; ending: SessionEnding | null }
  | { status: 'signed in'; userId: string; email: string | null }

export type SessionValue = SessionState & {
  signOut: (reason?: SessionEnding['reason']) => Promise<void>
  /** Grows with each auth event that carries a session: a reason to refetch what rights depend on. */
  authEvents: number
}

const SessionContext = createContext<SessionValue | null>(null)

const retryAfterMs = 3000

/** What is known without supabase-js. Only an expired session waits for it. */
function initialState(): SessionState {
  const session = storedSession.current()
  if (session !== null) return { status: 'signed in', userId: session.userId, email: session.email }
  return storedSession.exists()
    ? { status: 'loading', userId: null, email: null }
    : { status: 'signed out', userId: null, email: null, ending: null }
}

/** Follows the session of supabase-js, which other tabs share. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(initialState)
  const [authEvents, setAuthEvents] = useState(0)
  const reason = useRef<SessionEnding['reason']>('elsewhere')
  /** The user whose drafts are in storage. */
  const owner = useRef(storedSession.userId())

  const signOut = useCallback(async (why: SessionEnding['reason'] = 'chosen') => {
    const { endSession } = await loadClient()
    reason.current = why
    await endSession(why === 'chosen')
  }, [])

  useEffect(() => {
    let unsubscribe: (() => void) | undefined
    let isOver = false

    const changeOwner = (id: string | null) => {
      if (id === owner.current) return
      if (owner.current !== null) setDraftsAside(owner.current)
      if (reason.current === 'chosen') forgetDrafts()
      if (id !== null) bringDraftsBack(id)
      if (id !== null) reason.current = 'elsewhere'
      owner.current = id
    }
    const follow = async () => {
      if (initialState().status !== 'loading') await whenIdle()
      const { supabaseClient } = await loadClient()
      if (isOver) return
      const { data } = supabaseClient.auth.onAuthStateChange((event, session) => {
        if (session !== null) setAuthEvents((count) => count + 1)
        const why = reason.current
        // auth-js also reports no first session when the server cannot be reached to renew the token.
        const isUnknown = session === null && event === 'INITIAL_SESSION' && storedSession.exists()
        if (!isUnknown) changeOwner(session?.user.id ?? null)
        setState((previous) => {
          if (session === null) {
            if (previous.status === 'signed out') return previous
            if (isUnknown && previous.status === 'signed in') return previous
            const ending = previous.status === 'signed in' ? { userId: previous.userId, reason: why } : null
            return { status: 'signed out', userId: null, email: null, ending }
          }
          const { id, email } = session.user
          // A renewed token of the same user changes nothing on the screen.
          if (previous.userId === id && previous.email === (email ?? null)) return previous
          return { status: 'signed in', userId: id, email: email ?? null }
        })
      })
      unsubscribe = () => data.subscription.unsubscribe()
    }
    const followOrRetry = () => {
      follow().catch((error: unknown) => {
        logError('The session could not be followed', error)
        if (!isOver) setTimeout(followOrRetry, retryAfterMs)
      })
    }
    followOrRetry()
    return () => {
      isOver = true
      unsubscribe?.()
    }
  }, [])

  const value = useMemo(() => ({ ...state, authEvents, signOut }), [state, authEvents, signOut])
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
