import { formatPence } from '@/lib/money'
import { notificationCopy } from './copy'
import { notificationLimit, type MessageNews, type NoteNews, type TransactionNews } from './queries'

export type Notification = {
  /** 'tx-', 'chat-' or 'note-' and the id of the row. */
  id: string
  type: 'transaction' | 'chat' | 'note' | 'card' | 'case'
  title: string
  message: string
  timestamp: string
  read: boolean
  /** What the customer can do about it, in words. */
  action?: string
}

export type News = { transactions: TransactionNews[]; messages: MessageNews[]; notes: NoteNews[] }

/** The ids of the notifications that this device has read or dismissed. */
export type Marks = { read: ReadonlySet<string>; dismissed: ReadonlySet<string> }

const previewLength = 50

/** All notifications that are not dismissed, newest first. */
export function toNotifications({ transactions, messages, notes }: News, marks: Marks): Notification[] {
  // A note about a payment that came back says why. A payment whose return was refused is there again.
  const told = new Set(notes.map(({ transactionId }) => transactionId))
  const payments = transactions.filter(
    ({ id, state }) => !(told.has(id) && (state === 'failed' || state === 'reversed')),
  )
  return [...payments.map(ofTransaction), ...messages.map(ofMessage), ...notes.map(ofNote)]
    .filter(({ id }) => !marks.dismissed.has(id))
    .map((notification) => ({ ...notification, read: notification.read || marks.read.has(notification.id) }))
    .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
}

const eventOf = { sent: 'money_out', received: 'money_in', card: 'card' }

/** What the customer wants to see in the mailbox. Without `events`: everything. Other notes are always shown. */
export function onlyChosen({ transactions, messages, notes }: News, events?: string[] | null): News {
  const has = (event: string) => events?.includes(event) ?? true
  return {
    transactions: transactions.filter(({ kind }) => has(eventOf[kind])),
    messages: messages.filter(() => has('agent')),
    notes: notes.filter(({ type }) => has('card') || !type.startsWith('declined_')),
  }
}

/** The notifications that the list shows. */
export function newestNotifications(notifications: Notification[]): Notification[] {
  return notifications.slice(0, notificationLimit)
}

const links = { sent: 'to', received: 'from', card: 'at' }

function ofTransaction({ id, amount, kind, state, counterparty, createdAt }: TransactionNews): Notification {
  const sum = formatPence(amount)
  const { title, message } = notificationCopy.payments[kind][state]
  return {
    id: `tx-${id}`,
    type: 'transaction',
    title,
    message: message(counterparty === '' ? sum : `${sum} ${links[kind]} ${counterparty}`),
    timestamp: createdAt,
    read: false,
  }
}

function ofMessage({ id, message, createdAt }: MessageNews): Notification {
  return {
    id: `chat-${id}`,
    type: 'chat',
    title: notificationCopy.newMessage,
    message: preview(message),
    timestamp: createdAt,
    read: false,
  }
}

function ofNote({ id, type, title, message, read, createdAt }: NoteNews): Notification {
  const action = notificationCopy.cardActions[type]
  return {
    id: `note-${id}`,
    type: type === 'case' ? 'case' : action === undefined ? 'note' : 'card',
    title,
    message,
    timestamp: createdAt,
    read,
    action,
  }
}

/** The first 50 characters, then '...'. Counts whole code points, so that no emoji is cut. */
function preview(message: string): string {
  const characters = Array.from(message)
  return characters.length <= previewLength ? message : `${characters.slice(0, previewLength).join('')}...`
}
