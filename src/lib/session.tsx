import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { auth, endSession } from './supabase'

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

/** Follows the auth client, here and in other tabs. Whoever signs out takes everything cached with them. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [state, setState] = useState<SessionState>({ status: 'loading', userId: null, email: null })
  const [authEvents, setAuthEvents] = useState(0)

  useEffect(() => {
    const { data } = auth.onAuthStateChange((event, session) => {
      if (event === 'SIGNED_OUT') client.clear()
      if (session !== null) setAuthEvents((count) => count + 1)
      setState((previous) => {
        if (session === null) {
          return { status: 'signed out', userId: null, email: null, hasEnded: previous.status === 'signed in' }
        }
        const { id, email } = session.user
        // A refreshed token is the same person: nothing on the screen has to change.
        if (previous.userId === id && previous.email === (email ?? null)) return previous
        return { status: 'signed in', userId: id, email: email ?? null }
      })
    })
    return () => data.subscription.unsubscribe()
  }, [client])

  const value = useMemo(() => ({ ...state, authEvents, signOut: endSession }), [state, authEvents])
  return <SessionContext value={value}>{children}</SessionContext>
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext)
  if (value === null) throw new Error('useSession needs a SessionProvider above it')
  return value
}
