import type { RealtimeClient } from '@supabase/realtime-js'
import { useEffect, useEffectEvent } from 'react'
import type { Database } from './database.types'
import { env } from './env'
import { whenIdle } from './idle'
import { logError } from './log'
import { accessToken, loadAuth } from './supabase'

type TableChange = {
  table: keyof Database['public']['Tables']
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  /** As `user_id=eq.…`. A DELETE carries the key alone, so that it passes no filter on another column. */
  filter?: string
}

/** A deleted row: all that is said of it. */
type Deletion = { table: string; id: string }

/**
 * Calls `onStale` whenever what was read from these tables may be out of date: after a change, but also whenever changes
 * may have been missed. A push only says that; the data is read anew from where it always comes.
 */
export function useTableChanges(options: {
  channel: string
  changes: TableChange[]
  onStale: () => void
  /** Deletions reach everybody: false for those that change nothing here. */
  concerns?: (deletion: Deletion) => boolean
}) {
  const { channel } = options
  const tellStale = useEffectEvent(options.onStale)
  const concerns = useEffectEvent((deletion: Deletion) => options.concerns?.(deletion) ?? true)
  // Callers write the list in place, so that every render has a new one. Its text only differs when the content does.
  const changes = JSON.stringify(options.changes)

  useEffect(() => {
    const stale = oncePerFrame(() => tellStale())
    const list: TableChange[] = JSON.parse(changes)
    const subscription = subscribe(channel, list, {
      onStale: stale.request,
      onChange(change) {
        const deletion = readDeletion(change)
        if (deletion === null || concerns(deletion)) stale.request()
      },
    })
    const handleReturn = () => {
      if (document.visibilityState !== 'visible') return
      subscription.retry()
      stale.request()
    }
    document.addEventListener('visibilitychange', handleReturn)
    window.addEventListener('online', handleReturn)
    return () => {
      document.removeEventListener('visibilitychange', handleReturn)
      window.removeEventListener('online', handleReturn)
      stale.cancel()
      subscription.end()
    }
  }, [channel, changes])
}

const reopenAfterMs = 5_000

/** Makes names unique: a channel that is still being left must not be taken for its successor. */
let lastChannel = 0

type Listeners = { onStale: () => void; onChange: (change: unknown) => void }

function subscribe(name: string, changes: TableChange[], { onStale, onChange }: Listeners) {
  let isWanted = true
  let isStarted = false
  let leave: (() => void) | null = null

  const start = async () => {
    if (!isWanted) return
    isStarted = true
    const client = await sharedClient()
    // Whoever had the socket before may have signed out.
    await client.setAuth()
    if (!isWanted) return

    const channel = client.channel(`${name}:${(lastChannel += 1)}`)
    for (const { table, event = '*', filter } of changes) {
      channel.on('postgres_changes', { event, schema: 'public', table, filter }, onChange)
    }
    // 'SUBSCRIBED' comes before changes flow, on a hosted server by seconds; this message says that they do.
    channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
      if (extension === 'postgres_changes' && status === 'ok') onStale()
    })
    let hasJoined = false
    channel.subscribe((status: string) => {
      if (status === 'SUBSCRIBED') {
        if (hasJoined) onStale()
        hasJoined = true
      }
      // The library joins again after a lost connection, but not after the server closed the channel, as it does when a
      // token ran out while the computer slept.
      if (status === 'CLOSED') setTimeout(startOrLog, reopenAfterMs)
    })
    leave = () => void client.removeChannel(channel)
  }
  const startOrLog = () => {
    start().catch((error: unknown) => {
      isStarted = false
      logError('Live updates could not be started', error)
    })
  }
  startOrLog()

  return {
    /** For when the code itself could not be loaded, as without a connection. */
    retry() {
      if (!isStarted) startOrLog()
    },
    end() {
      isWanted = false
      leave?.()
    },
  }
}

function readDeletion(change: unknown): Deletion | null {
  if (typeof change !== 'object' || change === null || Reflect.get(change, 'eventType') !== 'DELETE') return null
  const row: unknown = Reflect.get(change, 'old')
  const id: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : null
  return typeof id === 'string' ? { table: String(Reflect.get(change, 'table')), id } : null
}

let client: Promise<RealtimeClient> | null = null

/** One socket for the whole app, with the URL, key and token that supabase-js would give it. */
export function sharedClient(): Promise<RealtimeClient> {
  client ??= createClient().catch((error: unknown) => {
    client = null
    throw error
  })
  return client
}

async function createClient(): Promise<RealtimeClient> {
  await whenIdle()
  const realtime = await import('@supabase/realtime-js')
  const url = `${env.supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`
  const created = new realtime.RealtimeClient(url, { params: { apikey: env.publishableKey }, accessToken })
  const { auth } = await loadAuth()
  auth.onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') void created.disconnect()
    else if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') void created.setAuth()
  })
  return created
}

/** Many changes in a moment are one reason to read. In a hidden page no frame comes until it is looked at again. */
function oncePerFrame(run: () => void) {
  let frame: number | null = null
  return {
    request: () => {
      frame ??= requestAnimationFrame(() => {
        frame = null
        run()
      })
    },
    cancel() {
      if (frame !== null) cancelAnimationFrame(frame)
    },
  }
}
