import { startTransition, useEffect, useState, type ComponentType } from 'react'
import { messageOf } from './errors'
import { logError } from './log'
import { toast } from './toast'

const tryAgainAfterMs = 3000

/**
 * A part of a screen whose code comes when it is first shown. Without a connection React's own `lazy` would break the
 * whole screen, and with it what was typed there; this one says so, and appears as soon as its code can be had.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null

  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)

    useEffect(() => {
      if (loaded !== null) {
        // Another instance has loaded it between this one's first look and now.
        setPart(() => loaded)
        return
      }
      let isOver = false
      let timer: ReturnType<typeof setTimeout> | undefined
      let hasFailed = false
      const attempt = async () => {
        try {
          loaded = await load()
          // Nobody waits for this very moment: what a person does meanwhile goes first.
          if (!isOver) startTransition(() => setPart(() => loaded))
        } catch (error) {
          if (isOver) return
          timer = setTimeout(() => void attempt(), tryAgainAfterMs)
          if (hasFailed) return
          hasFailed = true
          logError('A part of the screen could not be loaded', error)
          toast.error({ title: 'Error', text: messageOf(error) })
        }
      }
      void attempt()
      return () => {
        isOver = true
        clearTimeout(timer)
      }
    }, [])

    return Part === null ? null : <Part {...props} />
  }
}
