import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { auth, endSession } from './supabase'

export type SessionState =
  | { status: 'loading'; userId: null; email: null }
  | { status: 'signed out'; userId: null; email: null }
  | { status: 'signed in'; userId: string; email: string | null }

export type SessionValue = SessionState & { signOut: () => Promise<void> }

const loading: SessionState = { status: 'loading', userId: null, email: null }
const signedOut: SessionState = { status: 'signed out', userId: null, email: null }

const SessionContext = createContext<SessionValue | null>(null)

/** Follows the auth client, here and in other tabs. Whoever signs out takes everything cached with them. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [state, setState] = useState<SessionState>(loading)

  useEffect(() => {
    const { data } = auth.onAuthStateChange((event, session) => {
      if (event === 'SIGNED_OUT') client.clear()
      setState((previous) => {
        if (session === null) return signedOut
        const { id, email } = session.user
        // A refreshed token is the same person: nothing on the screen has to change.
        if (previous.userId === id && previous.email === (email ?? null)) return previous
        return { status: 'signed in', userId: id, email: email ?? null }
      })
    })
    return () => data.subscription.unsubscribe()
  }, [client])

  const value = useMemo(() => ({ ...state, signOut: endSession }), [state])
  return <SessionContext value={value}>{children}</SessionContext>
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext)
  if (value === null) throw new Error('useSession needs a SessionProvider above it')
  return value
}
