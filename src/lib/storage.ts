import { localStore as local, sessionStore as session } from './safeStorage'

// Owns every key of this app in the browser's storage, except the session's (storedSession.ts).

type Kept = typeof local

function read(storage: Kept, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(storage: Kept, key: string, value: unknown) {
  if (value === null) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(value))
}

/** Typed input, kept over a reload, for this tab only. Never an amount that was already sent, never a PIN. */
export const draftStore = {
  read: (name: string) => read(session, `draft:${name}`),
  write: (name: string, value: unknown) => write(session, `draft:${name}`, value),
  clear: (name: string) => write(session, `draft:${name}`, null),
}

/** A payment without a response yet, for this tab only: after a reload it is retried with the same idempotency key. */
export const unsettledPaymentStore = {
  read: () => read(session, 'unsettledPayment'),
  write: (value: unknown) => write(session, 'unsettledPayment', value),
  clear: () => write(session, 'unsettledPayment', null),
}

/** The user's last activity in any tab, in ms since 1970, for the inactivity sign-out. */
export const lastActivityStore = {
  read: (): number | null => {
    const value = read(local, 'lastActivity')
    return typeof value === 'number' ? value : null
  },
  write: (at: number) => write(local, 'lastActivity', at),
}

/** Removes what belongs to the user who signs out. The rest belongs to the browser: its device token, and the closed help centre. */
export function forgetUser() {
  for (const key of ['lastActivity', 'readNotifications', 'dismissedNotifications', 'seenChats']) local.removeItem(key)
}

/** This browser's id for the server, the same for every user: 64 random hexadecimal digits, made on first use. */
export const deviceStore = {
  token(): string {
    const stored = read(local, 'device')
    if (typeof stored === 'string') return stored
    const token = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    write(local, 'device', token)
    return token
  },
}

/** More ids than any list of notifications shows; older notifications do not come back. */
const keptIds = 300

function readIds(key: string): string[] {
  const value = read(local, key)
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

/** Adds to the stored ids, which another tab may have changed. */
function addIds(key: string, ids: string[]) {
  write(local, key, [...new Set([...readIds(key), ...ids])].slice(-keptIds))
}

/** The ids of read and dismissed notifications on this device. */
export const notificationStore = {
  readIds: () => readIds('readNotifications'),
  addRead: (ids: string[]) => addIds('readNotifications', ids),
  dismissedIds: () => readIds('dismissedNotifications'),
  addDismissed: (ids: string[]) => addIds('dismissedNotifications', ids),
}

export const helpCentreStore = {
  isDismissed: () => read(local, 'helpCentreDismissed') === true,
  dismiss: () => write(local, 'helpCentreDismissed', true),
}

/** More chats than an agent has at once; the oldest are removed first. */
const keptChats = 200

function readSeen(): [string, string][] {
  const value = read(local, 'seenChats')
  if (!Array.isArray(value)) return []
  return value.filter((entry): entry is [string, string] => Array.isArray(entry) && entry.length === 2)
}

/** The time up to which each chat was read on this device, by its id. */
export const seenChatStore = {
  read: (chat: string): string | null => new Map(readSeen()).get(chat) ?? null,
  write: (chat: string, upTo: string) =>
    write(local, 'seenChats', [...readSeen().filter(([id]) => id !== chat), [chat, upTo]].slice(-keptChats)),
}
