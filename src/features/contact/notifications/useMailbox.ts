import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQueries } from '@/features/person/profile/queries'
import { notificationStore } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { notificationCopy } from './copy'
import { useMarkNotesRead } from './mutations'
import { notificationQueries } from './queries'
import {
  newestNotifications,
  onlyChosen,
  toNotifications,
  type Marks,
  type News,
  type Notification,
} from './toNotifications'

/** The notifications and the actions on them. */
export function useMailbox(userId: string) {
  const query = useNews(userId)
  const events = useQuery(profileQueries.own(userId)).data?.mailboxEvents
  const [marks, setMarks] = useState(readMarks)
  const { mutate: markNotesRead } = useMarkNotesRead()
  const known = query.data === undefined ? [] : toNotifications(onlyChosen(query.data, events), marks)

  function markRead(notifications: Notification[]) {
    const unread = notifications.filter(({ read }) => !read)
    const noteIds = unread.filter(({ id }) => id.startsWith('note-')).map(({ id }) => id.slice('note-'.length))
    if (noteIds.length > 0) markNotesRead(noteIds)
    const ids = unread.map(({ id }) => id)
    notificationStore.addRead(ids)
    setMarks((current) => ({ ...current, read: new Set([...current.read, ...ids]) }))
  }

  /** Dismisses all of them, not only the ten shown, so that the others do not move up. */
  function clear() {
    const ids = known.map(({ id }) => id)
    notificationStore.addDismissed(ids)
    setMarks(readMarks)
    toast.success({
      ...notificationCopy.cleared,
      action: {
        label: notificationCopy.undoClear,
        onClick: () => {
          notificationStore.removeDismissed(ids)
          setMarks(readMarks)
        },
      },
    })
  }

  return { query, notifications: newestNotifications(known), markRead, clear }
}

function readMarks(): Marks {
  return { read: new Set(notificationStore.readIds()), dismissed: new Set(notificationStore.dismissedIds()) }
}

/** The three queries combined. If one fails, the others are still shown. */
function useNews(userId: string) {
  const transactions = useQuery(notificationQueries.transactions(userId))
  const messages = useQuery(notificationQueries.messages(userId))
  const notes = useQuery(notificationQueries.notes(userId))
  const sources = [transactions, messages, notes]

  const isAnswered = sources.some(({ data }) => data !== undefined)
  const isComplete = !sources.some(isAwaited)
  const data: News | undefined =
    isAnswered && isComplete
      ? { transactions: transactions.data ?? [], messages: messages.data ?? [], notes: notes.data ?? [] }
      : undefined
  return {
    data,
    error: sources.find(({ error }) => error !== null)?.error ?? null,
    isRefetchError: sources.some(({ isError }) => isError),
    isPaused: sources.some(({ isPaused }) => isPaused),
    refetch: () => Promise.all(sources.map(({ refetch }) => refetch())),
  }
}

/** The first answer is awaited. A query that has failed is retried in the background. */
function isAwaited({ data, failureCount }: UseQueryResult): boolean {
  return data === undefined && failureCount === 0
}
