// Owns every key that this app keeps in the browser. Storage may be forbidden or full: then nothing is kept, and
// nothing breaks.

function read(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, value: unknown) {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, JSON.stringify(value))
  } catch {
    // Private mode, a full disk or a policy: the value lives only as long as the page.
  }
}

const local = () => window.localStorage
const session = () => window.sessionStorage

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
