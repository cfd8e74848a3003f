import type { RealtimeChannel } from '@supabase/realtime-js'
import { useEffect, useEffectEvent, useRef } from 'react'
import { logError } from './log'
import { sharedClient } from './realtime'

type Payload = Record<string, string>

type BroadcastOptions = {
  /** Null: no channel yet. */
  topic: string | null
  event: string
  /** Sent at most this often, in ms. */
  interval: number
  onReceive: (payload: unknown) => void
}

/**
 * Hears and says short-lived things on a private channel. What is said while the channel is not joined is dropped: it
 * would be old news when it is.
 */
export function useBroadcast({ topic, event, interval, onReceive }: BroadcastOptions) {
  const receive = useEffectEvent(onReceive)
  const channel = useRef<Broadcast | null>(null)

  useEffect(() => {
    if (topic === null) return undefined
    const joined = join(topic, event, (payload) => receive(payload))
    channel.current = joined
    const handleOnline = () => joined.retry()
    window.addEventListener('online', handleOnline)
    return () => {
      window.removeEventListener('online', handleOnline)
      channel.current = null
      joined.leave()
    }
  }, [topic, event])

  const lastSent = useRef(-Infinity)
  return (payload: Payload) => {
    const now = performance.now()
    if (now - lastSent.current < interval || channel.current?.say(payload) !== true) return
    lastSent.current = now
  }
}

type Broadcast = ReturnType<typeof join>

const reopenAfterMs = 5_000

/** By topic. The topic is the channel's address: a new one can only be had once the one before has been left. */
const departures = new Map<string, Promise<unknown>>()

function join(topic: string, event: string, onReceive: (payload: unknown) => void) {
  let isWanted = true
  let isStarted = false
  let isJoined = false
  let current: RealtimeChannel | null = null

  const start = async () => {
    if (!isWanted) return
    isStarted = true
    const client = await sharedClient()
    // Private channels are joined with the token of whoever is signed in now.
    await client.setAuth()
    await departures.get(topic)
    if (!isWanted) return

    const channel = client.channel(topic, { config: { private: true, broadcast: { self: false } } })
    channel.on('broadcast', { event }, ({ payload }: { payload?: unknown }) => {
      if (isWanted) onReceive(payload)
    })
    current = channel
    channel.subscribe((status: string) => {
      isJoined = status === 'SUBSCRIBED'
      // The library joins again after a lost connection, but not after the server closed the channel.
      if (status === 'CLOSED' && isWanted) setTimeout(startOrLog, reopenAfterMs)
    })
  }
  const startOrLog = () => {
    start().catch((error: unknown) => {
      isStarted = false
      logError('A live channel could not be opened', error)
    })
  }
  startOrLog()

  return {
    /** Whether it was sent. The library itself would send by REST what cannot go by the socket. */
    say(payload: Payload): boolean {
      if (!isJoined || current === null) return false
      void current.send({ type: 'broadcast', event, payload })
      return true
    },
    /** For when the code itself could not be loaded, as without a connection. */
    retry() {
      if (!isStarted) startOrLog()
    },
    leave() {
      isWanted = false
      if (current === null) return
      const left = current
      const departure = sharedClient()
        .then((client) => client.removeChannel(left))
        .catch((error: unknown) => logError('A live channel could not be left', error))
      departures.set(topic, departure)
    },
  }
}
