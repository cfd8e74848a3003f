import { env } from './env'

type StoredSession = { accessToken: string; userId: string; email: string | null }

/** auth-js renews a token that expires within this time, in ms. */
const marginMs = 90_000

/** The session as supabase-js stores it, under its own key: readable before supabase-js is downloaded. */
export const storedSession = {
  key: `sb-${new URL(env.supabaseUrl).hostname.split('.')[0]}-auth-token`,
  exists: () => stored() !== null,
  /** The user of the session, also if it must be renewed first. */
  userId(): string | null {
    const { id } = fields(fields(stored()).user)
    return typeof id === 'string' ? id : null
  },
  /** The session, unless it must be renewed first. */
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
    // Storage may be forbidden: supabase-js then keeps the session until the page is closed.
    return null
  }
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
