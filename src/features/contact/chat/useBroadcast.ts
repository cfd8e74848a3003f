import type { RealtimeChannel } from '@supabase/supabase-js'
import { useEffect, useEffectEvent, useRef } from 'react'
import { openLiveChannel } from '@/lib/liveChannel'

type Payload = Record<string, string>

type BroadcastOptions = {
  /** Null: no channel yet. */
  topic: string | null
  event: string
  /** The shortest time between two sent messages, in ms. */
  interval: number
  onReceive: (payload: unknown) => void
}

/**
 * Sends and receives short-lived events on a private channel. An event that is sent while the channel is not joined is
 * dropped: it would be out of date afterwards.
 */
export function useBroadcast({ topic, event, interval, onReceive }: BroadcastOptions) {
  const receive = useEffectEvent(onReceive)
  /** Set while the channel is joined: otherwise the library would send by HTTP. */
  const joined = useRef<RealtimeChannel | null>(null)

  useEffect(() => {
    if (topic === null) return undefined
    let isOver = false
    let opened: RealtimeChannel
    const live = openLiveChannel({
      topic: () => topic,
      options: { config: { private: true, broadcast: { self: false } } },
      listen(channel) {
        opened = channel
        channel.on('broadcast', { event }, ({ payload }: { payload?: unknown }) => {
          if (!isOver) receive(payload)
        })
      },
      onStatus(status) {
        joined.current = status === 'SUBSCRIBED' ? opened : null
      },
    })
    const handleOnline = () => live.retry()
    window.addEventListener('online', handleOnline)
    return () => {
      isOver = true
      joined.current = null
      window.removeEventListener('online', handleOnline)
      live.close()
    }
  }, [topic, event])

  const lastSent = useRef(-Infinity)
  return (payload: Payload) => {
    const now = performance.now()
    if (joined.current === null || now - lastSent.current < interval) return
    lastSent.current = now
    void joined.current.send({ type: 'broadcast', event, payload })
  }
}
