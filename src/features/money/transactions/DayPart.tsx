import { useEffect, useRef, useState, type ReactNode } from 'react'

type DayPartProps = {
  /** In px, until it is rendered. */
  height: number
  /** Keeps the rows in the page. Otherwise they are removed while they are far from the screen. */
  isKept: boolean
  children: ReactNode
}

/**
 * Far from the screen, the browser skips the part (`content-visibility`) and fires an event. It never skips a part with
 * the focus. In a browser without the event, the part stays.
 */
export function DayPart({ height, isKept, children }: DayPartProps) {
  const part = useRef<HTMLDivElement>(null)
  /** The height to keep, in px, while the content is removed. */
  const [room, setRoom] = useState<number | null>(null)

  useEffect(() => {
    const element = part.current
    if (element === null || isKept) return undefined
    const handleChange = (event: Event) => {
      setRoom('skipped' in event && event.skipped === true ? element.offsetHeight : null)
    }
    element.addEventListener('contentvisibilityautostatechange', handleChange)
    return () => element.removeEventListener('contentvisibilityautostatechange', handleChange)
  }, [isKept])

  return (
    <div
      ref={part}
      className="[content-visibility:auto]"
      style={{
        containIntrinsicBlockSize: `auto ${height}px`,
        ...(room !== null && { blockSize: room }),
      }}
    >
      {room === null && children}
    </div>
  )
}
