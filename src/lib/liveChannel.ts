import type { RealtimeChannel, RealtimeChannelOptions, SupabaseClient as Client } from '@supabase/supabase-js'
import { whenIdle } from './idle'
import { loadClient } from './loadClient'
import { logError } from './log'

type LiveChannelOptions = {
  /** Called for each opening. A topic that was left before is opened again once the server has confirmed its end. */
  topic: () => string
  options?: RealtimeChannelOptions
  /** Adds the listeners, before the channel is joined. */
  listen: (channel: RealtimeChannel) => void
  onStatus: (status: string) => void
}

const reopenAfterMs = 5_000

/** Channels that are being left, by topic: two channels of one socket cannot share a topic. */
const leaving = new Map<string, Promise<unknown>>()

let pageIdle: Promise<void> | undefined

/** Opens a channel, at first when the page has become idle, and opens it again after the server has closed it. */
export function openLiveChannel({ topic, options, listen, onStatus }: LiveChannelOptions) {
  let isWanted = true
  let isStarted = false
  let leave: (() => void) | null = null

  const open = async () => {
    isStarted = true
    await (pageIdle ??= whenIdle())
    const { supabaseClient: client } = await loadClient()
    // The user may have changed since the socket was opened.
    await client.realtime.setAuth()
    const name = topic()
    await leaving.get(name)
    if (!isWanted) return
    const channel = client.channel(name, options)
    leave = () => leaveChannel(client, name, channel)
    listen(channel)
    channel.subscribe((status: string) => {
      if (!isWanted) return
      onStatus(status)
      // The library joins again after a lost connection, but not after the server closed the channel, as it does when a
      // token expired while the computer slept.
      if (status === 'CLOSED') setTimeout(openOrLog, reopenAfterMs)
    })
  }
  const openOrLog = () => {
    if (!isWanted) return
    open().catch((error: unknown) => {
      isStarted = false
      logError('A live channel could not be opened', error)
    })
  }
  openOrLog()

  return {
    /** Opens the channel after a failed attempt. */
    retry() {
      if (!isStarted) openOrLog()
    },
    close() {
      isWanted = false
      leave?.()
    },
  }
}

function leaveChannel(client: Client, topic: string, channel: RealtimeChannel) {
  const left = client
    .removeChannel(channel)
    .catch((error: unknown) => logError('A live channel could not be left', error))
    .finally(() => leaving.delete(topic))
  leaving.set(topic, left)
}
