import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { download } from './download'
import { messageOf, OtherRelease } from './errors'
import { logError } from './log'
import { toast } from './toast'

const retryAfterMs = 3000

/**
 * A component whose code is downloaded when it is first shown. Without a connection React's own `lazy` would replace the
 * whole screen by an error, and lose typed input; this one shows a toast and retries. If a release has taken the file away, the
 * toast offers to reload.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  /** Shown during the download. */
  pending: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null

  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)

    useEffect(() => {
      if (loaded !== null) {
        // Another instance has loaded it since this one's first render.
        setPart(() => loaded)
        return
      }
      let isOver = false
      let timer: ReturnType<typeof setTimeout> | undefined
      let hasFailed = false
      const attempt = async () => {
        try {
          loaded = await download(load)
          // User input goes first.
          if (!isOver) startTransition(() => setPart(() => loaded))
        } catch (error) {
          if (isOver) return
          timer = setTimeout(() => void attempt(), retryAfterMs)
          if (hasFailed) return
          hasFailed = true
          logError('A part of the screen could not be loaded', error)
          const action = { label: 'Reload', onClick: () => window.location.reload() }
          if (error instanceof OtherRelease) toast.info({ title: error.message, duration: Infinity, action })
          else toast.error({ title: 'Error', text: messageOf(error) })
        }
      }
      void attempt()
      return () => {
        isOver = true
        clearTimeout(timer)
      }
    }, [])

    return Part === null ? pending : <Part {...props} />
  }
}
