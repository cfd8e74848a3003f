import { useEffect, useRef, useState, type ReactNode } from 'react'
import { headingHeight, rowHeight } from './listHeights'

type DayPartProps = {
  rowCount: number
  /** It stays on the page; otherwise it is taken from it while it is far from the screen. */
  isKept: boolean
  children: ReactNode
}

/**
 * Far from the screen the browser leaves a part out of drawing (`content-visibility`) and says so. What has the focus is
 * never far to a browser; and one that does not say it keeps the part.
 */
export function DayPart({ rowCount, isKept, children }: DayPartProps) {
  const part = useRef<HTMLDivElement>(null)
  /** The room to keep, in px, while the content is away. */
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
      // As wide as the screen: what is drawn outside of it, such as a focus ring, would be cut off.
      className="px-4 [content-visibility:auto]"
      style={{
        containIntrinsicBlockSize: `auto ${headingHeight + rowCount * rowHeight}px`,
        ...(room !== null && { blockSize: room }),
      }}
    >
      {room === null && children}
    </div>
  )
}
