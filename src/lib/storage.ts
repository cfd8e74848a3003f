import { localStore as local, sessionStore as session } from './safeStorage'

// Owns every key that this app keeps in the browser, but for the session's own (storedSession.ts).

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

/** What a person had typed before a reload, for this tab only. Never holds an amount that was already sent, nor a PIN. */
export const draftStore = {
  read: (name: string) => read(session, `draft:${name}`),
  write: (name: string, value: unknown) => write(session, `draft:${name}`, value),
  clear: (name: string) => write(session, `draft:${name}`, null),
}

/** A payment that was sent and not answered yet, for this tab only: after a reload it is asked about with the same key. */
export const unsettledPaymentStore = {
  read: () => read(session, 'unsettledPayment'),
  write: (value: unknown) => write(session, 'unsettledPayment', value),
  clear: () => write(session, 'unsettledPayment', null),
}

/** When this person last touched the app in any tab, in ms since 1970: one clock for the inactivity sign-out. */
export const lastActivityStore = {
  read: (): number | null => {
    const value = read(local, 'lastActivity')
    return typeof value === 'number' ? value : null
  },
  write: (at: number) => write(local, 'lastActivity', at),
}

/** What the bank knows this browser by, whoever signs in with it: 64 random hexadecimal digits. Made when first asked for. */
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

/** More ids than any list of notifications ever shows; older ones do not come back. */
const keptIds = 300

function readIds(key: string): string[] {
  const value = read(local, key)
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

/** Adds to what stands there now: another tab may have written since. */
function addIds(key: string, ids: string[]) {
  write(local, key, [...new Set([...readIds(key), ...ids])].slice(-keptIds))
}

/** What this device did with notifications, by their ids. */
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

/** More chats than anybody has at once; the oldest are forgotten first. */
const keptChats = 200

function readSeen(): [string, string][] {
  const value = read(local, 'seenChats')
  if (!Array.isArray(value)) return []
  return value.filter((entry): entry is [string, string] => Array.isArray(entry) && entry.length === 2)
}

/** Up to which moment the chats were read on this device, by their ids. */
export const seenChatStore = {
  read: (chat: string): string | null => new Map(readSeen()).get(chat) ?? null,
  write: (chat: string, upTo: string) =>
    write(local, 'seenChats', [...readSeen().filter(([id]) => id !== chat), [chat, upTo]].slice(-keptChats)),
}
