import { env } from './env'

type StoredSession = { accessToken: string; userId: string; email: string | null }

/** As the auth client counts it: a token that runs out within this time is renewed first. */
const marginMs = 90_000

/** Where the auth client keeps the session: under supabase-js's own key, so that both read the same sign-in. */
export const storedSession = {
  key: `sb-${new URL(env.supabaseUrl).hostname.split('.')[0]}-auth-token`,
  exists: () => stored() !== null,
  /** The session, unless it has to be renewed first. */
  current(): StoredSession | null {
    const { access_token, expires_at, user } = fields(stored())
    const { id, email } = fields(user)
    if (typeof access_token !== 'string' || typeof id !== 'string') return null
    if (typeof expires_at !== 'number' || expires_at * 1000 - Date.now() < marginMs) return null
    return { accessToken: access_token, userId: id, email: typeof email === 'string' ? email : null }
  },
}

function stored(): unknown {
  try {
    const text = localStorage.getItem(storedSession.key)
    return text === null ? null : JSON.parse(text)
  } catch {
    // Storage may be forbidden: then the auth client keeps the session for as long as the page lives.
    return null
  }
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
