import { useEffect, useEffectEvent } from 'react'
import type { Database } from './database.types'
import { changedTables } from './changeMarks'
import { openLiveChannel } from './liveChannel'

type TableChange = {
  table: keyof Database['public']['Tables']
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  /** A filter such as `user_id=eq.…`. A DELETE carries only the key, so it passes no filter on another column. */
  filter?: string
}

/** All that a DELETE event carries. */
type Deletion = { table: string; id: string }

/** A number that makes topics unique: the channel before may still be leaving. */
let lastTopic = 0

/**
 * Calls `onStale` whenever data read from these tables may be out of date: after a change, and whenever changes may have
 * been missed. An event carries no data into the cache; the caller refetches.
 */
export function useTableChanges(options: {
  channel: string
  changes: TableChange[]
  onStale: () => void
  /** Every subscriber of the table receives each deletion: false for those that change nothing here. */
  concerns?: (deletion: Deletion) => boolean
  /** The rows are the customer's own: of these, the database says which have changed since the page was opened. */
  areOwn?: boolean
  /** Calls `onStale` also while the page is hidden, for a sound. By default it waits until the page is visible. */
  whileHidden?: boolean
}) {
  const { channel, areOwn = false, whileHidden = false } = options
  const notifyStale = useEffectEvent(options.onStale)
  const concerns = useEffectEvent((deletion: Deletion) => options.concerns?.(deletion) ?? true)
  // Callers write the list inline, so every render has a new one. Its text differs only when the content does.
  const changes = JSON.stringify(options.changes)

  useEffect(() => {
    const list: TableChange[] = JSON.parse(changes)
    let [hasBegun, isBehind] = [false, false]
    const requestMissed = async (request: () => void, isFirst: boolean) => {
      const changed = areOwn && isFirst ? await changedTables() : null
      if (changed === null || list.some(({ table }) => changed.has(table))) request()
    }
    return watch(
      () => notifyStale(),
      (request) => ({
        topic: () => `${channel}:${(lastTopic += 1)}`,
        listen(opened) {
          for (const { table, event = '*', filter } of list) {
            opened.on('postgres_changes', { event, schema: 'public', table, filter }, (change: unknown) => {
              const deletion = readDeletion(change)
              if (deletion === null || concerns(deletion)) request()
            })
          }
          // 'SUBSCRIBED' comes before changes flow, on a hosted server by seconds; this message says that they do.
          opened.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
            if (extension !== 'postgres_changes') return
            if (status === 'ok') {
              void requestMissed(request, !hasBegun)
              hasBegun = true
            } else if (isBehind) request()
            isBehind = false
          })
        },
        onStatus(status) {
          if (status === 'SUBSCRIBED') isBehind = hasBegun
        },
      }),
      whileHidden,
    )
  }, [channel, changes, areOwn, whileHidden])
}

/**
 * Calls `onStale` whenever the database says on a private topic that something has changed, and whenever that may have
 * been missed. For tables whose rows the API does not give out. Null: no topic.
 */
export function useTopicChanges(options: {
  topic: string | null
  onStale: () => void
  /** Told whether the topic is joined, for a screen that says when it cannot know. */
  onLive?: (isLive: boolean) => void
}) {
  const { topic } = options
  const notifyStale = useEffectEvent(options.onStale)
  const notifyLive = useEffectEvent((isLive: boolean) => options.onLive?.(isLive))
  useEffect(() => {
    if (topic === null) return undefined
    let [isJoined, isLive] = [false, false]
    return watch(
      () => {
        notifyStale()
        // After it: what is read only while the topic is joined is then read once.
        if (isJoined && !isLive) notifyLive((isLive = true))
      },
      (request) => ({
        topic: () => topic,
        options: { config: { private: true } },
        listen: (opened) => void opened.on('broadcast', { event: 'changed' }, request),
        onStatus(status) {
          isJoined = status === 'SUBSCRIBED'
          if (isJoined) return request()
          isLive = false
          notifyLive(false)
        },
      }),
    )
  }, [topic])
}

/** Opens a channel, and requests also when the page becomes visible or the connection returns. */
function watch(
  notify: () => void,
  channelOf: (request: () => void) => Parameters<typeof openLiveChannel>[0],
  whileHidden = false,
) {
  const stale = oncePerFrame(notify, whileHidden)
  const live = openLiveChannel(channelOf(() => stale.request()))
  const handleReturn = () => {
    if (document.visibilityState !== 'visible') return
    live.retry()
    stale.request()
  }
  document.addEventListener('visibilitychange', handleReturn)
  window.addEventListener('online', handleReturn)
  return () => {
    document.removeEventListener('visibilitychange', handleReturn)
    window.removeEventListener('online', handleReturn)
    stale.cancel()
    live.close()
  }
}

function readDeletion(change: unknown): Deletion | null {
  if (typeof change !== 'object' || change === null || Reflect.get(change, 'eventType') !== 'DELETE') return null
  const row: unknown = Reflect.get(change, 'old')
  const id: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : null
  return typeof id === 'string' ? { table: String(Reflect.get(change, 'table')), id } : null
}

/** Calls `run` once for many requests in one frame. A hidden page has no frame, and its timers are late. */
function oncePerFrame(run: () => void, whileHidden: boolean) {
  let frame: number | null = null
  let isCancelled = false
  return {
    request() {
      if (isCancelled) return
      if (whileHidden && document.visibilityState === 'hidden') return run()
      frame ??= requestAnimationFrame(() => {
        frame = null
        run()
      })
    },
    cancel() {
      isCancelled = true
      if (frame !== null) cancelAnimationFrame(frame)
    },
  }
}
