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

/** The name of what a customer types in the chat. */
export const chatDraftName = (userId: string) => `chat:${userId}`

/** Puts a text into the chat's input, after what is typed there already, once. The customer sends it. */
export function addToChatDraft(userId: string, text: string) {
  const name = chatDraftName(userId)
  const typed = draftStore.read(name)
  if (typeof typed !== 'string') draftStore.write(name, text)
  else if (!typed.includes(text)) draftStore.write(name, `${typed}\n${text}`)
}

/** The drafts of a user whose session ended while they were typing. In memory, until this user signs in again. */
let kept: { userId: string; drafts: Map<string, string> } | null = null

/** Takes the drafts of the user whose session has ended out of storage. Their names contain the user's id. */
export function setDraftsAside(userId: string) {
  const drafts = new Map<string, string>()
  for (const key of session.keys().filter((name) => name.startsWith('draft:') && name.includes(userId))) {
    drafts.set(key, session.getItem(key) ?? 'null')
    session.removeItem(key)
  }
  kept = { userId, drafts }
}

/** Brings back the drafts of the user who signs in, and forgets those of another user. */
export function bringDraftsBack(userId: string) {
  if (kept?.userId === userId) for (const [key, draft] of kept.drafts) session.setItem(key, draft)
  forgetDrafts()
}

export function forgetDrafts() {
  kept = null
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

/** The idle limit of the signed-in member of staff, which a reloaded page needs before it has read the profile. */
export const staffIdleStore = {
  read: (): number | null => {
    const value = read(local, 'staffIdleMinutes')
    return typeof value === 'number' ? value : null
  },
  write: (minutes: number | null) => write(local, 'staffIdleMinutes', minutes),
}

/** Whether the signed-in customer has asked for more time, which a reloaded page needs before it has read the profile. */
export const moreTimeStore = {
  read: () => read(local, 'moreTime') === true,
  write: (hasMoreTime: boolean) => write(local, 'moreTime', hasMoreTime || null),
}

/** Removes what belongs to the user who signs out. The rest belongs to the browser: its device token, the hidden balance, the text size, and the closed help centre. */
export function forgetUser() {
  const keys = [
    'lastActivity',
    'staffIdleMinutes',
    'moreTime',
    'readNotifications',
    'dismissedNotifications',
    'seenChats',
  ]
  for (const key of [...keys, 'lastAlert', 'releasedChats']) local.removeItem(key)
}

/** 256 random bits as 64 hexadecimal digits. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** This browser's id for the server, the same for every user: 64 random hexadecimal digits, made on first use. */
export const deviceStore = {
  existingToken(): string | null {
    const stored = read(local, 'device')
    return typeof stored === 'string' ? stored : null
  },
  token(): string {
    const existing = deviceStore.existingToken()
    if (existing !== null) return existing
    const token = randomKey()
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

function removeIds(key: string, ids: string[]) {
  write(
    local,
    key,
    readIds(key).filter((id) => !ids.includes(id)),
  )
}

/** The ids of read and dismissed notifications on this device. */
export const notificationStore = {
  readIds: () => readIds('readNotifications'),
  addRead: (ids: string[]) => addIds('readNotifications', ids),
  dismissedIds: () => readIds('dismissedNotifications'),
  addDismissed: (ids: string[]) => addIds('dismissedNotifications', ids),
  removeDismissed: (ids: string[]) => removeIds('dismissedNotifications', ids),
}

/**
 * The idempotency keys of payments that have left this device, and of those that the customer has dropped before. All tabs
 * know them, also after a sign-out: a copy of a tab has the same unsettled payment.
 */
export const paymentKeyStore = {
  isSent: (key: string) => readIds('sentPayments').includes(key),
  addSent: (key: string) => addIds('sentPayments', [key]),
  removeSent: (key: string) => removeIds('sentPayments', [key]),
  isDropped: (key: string) => readIds('droppedPayments').includes(key),
  addDropped: (key: string) => addIds('droppedPayments', [key]),
}

/** Kept over a sign-out: the customer hides the balance from people who see this screen. */
export const hiddenBalanceStore = {
  read: () => read(local, 'balanceHidden') === true,
  write: (isHidden: boolean) => write(local, 'balanceHidden', isHidden || null),
}

/** Kept over a sign-out: whether this browser shows the simple Home. */
export const simpleHomeStore = {
  read: () => read(local, 'simpleHome') === true,
  write: (isSimple: boolean) => write(local, 'simpleHome', isSimple || null),
}

/** Kept over a sign-out: the colours that were chosen for this browser. Null: those of the device. */
export const themeStore = {
  read: (): 'light' | 'dark' | null => {
    const value = read(local, 'theme')
    return value === 'light' || value === 'dark' ? value : null
  },
  write: (theme: 'light' | 'dark' | null) => write(local, 'theme', theme),
}

/** Kept over a sign-out, so that the sign-in page is readable: whether the last customer here has asked for larger text. */
export const largerTextStore = {
  read: () => read(local, 'largerText') === true,
  write: (isLarger: boolean) => write(local, 'largerText', isLarger || null),
}

/** Kept over a sign-out: whether this browser shows push messages. False: they were declined or switched off. Null: not asked. */
export const pushStore = {
  read: () => read(local, 'push'),
  write: (isOn: boolean) => write(local, 'push', isOn),
}

export const helpCentreStore = {
  isDismissed: () => read(local, 'helpCentreDismissed') === true,
  dismiss: () => write(local, 'helpCentreDismissed', true),
}

/** Kept over a sign-out: whether this browser sounds when a customer waits for an agent. */
export const chatAlertsStore = {
  read: () => read(local, 'chatAlerts') === true,
  write: (isOn: boolean) => write(local, 'chatAlerts', isOn || null),
}

/** What is kept with a time in ms since 1970. */
type Timed = [what: string, at: number]

function readTimed(key: string): Timed[] {
  const value = read(local, key)
  if (!Array.isArray(value)) return []
  return value.filter(
    (entry): entry is Timed => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number',
  )
}

/** What a browser last told an agent with a sound, so that its other tabs do not repeat it. */
export const lastAlertStore = {
  wasSaid: (text: string, withinMs: number) =>
    readTimed('lastAlert').some(([said, at]) => said === text && Date.now() - at < withinMs),
  write: (text: string) => write(local, 'lastAlert', [[text, Date.now()]]),
}

const releasedMs = 10_000
const readReleased = () => readTimed('releasedChats').filter(([, at]) => Date.now() - at < releasedMs)

/** The chats that the agent has put back into the queue from this browser in the last ten seconds. */
export const releasedChatsStore = {
  ids: () => readReleased().map(([chat]) => chat),
  add: (chat: string) => write(local, 'releasedChats', [...readReleased(), [chat, Date.now()]]),
  remove: (chat: string) =>
    write(
      local,
      'releasedChats',
      readReleased().filter(([id]) => id !== chat),
    ),
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
