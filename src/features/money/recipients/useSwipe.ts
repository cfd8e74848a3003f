import { useRef, useState, type PointerEvent } from 'react'

/** The distance that counts as a swipe, in px. */
const threshold = 50
/** The movement that still counts as a tap, in px. */
const tremor = 10

/**
 * Swiping a row by touch: more than 50 px to the left opens it, to the right closes it. `shift` is the current movement
 * in px. The element needs `touch-action: pan-y`, or the browser handles the gesture itself.
 */
export function useSwipe(isOpen: boolean, onChange: (isOpen: boolean) => void) {
  const start = useRef<{ x: number; id: number } | null>(null)
  const wasSwiped = useRef(false)
  const [shift, setShift] = useState(0)

  const end = () => {
    start.current = null
    setShift(0)
  }

  return {
    shift,
    handlers: {
      onPointerDown(event: PointerEvent) {
        wasSwiped.current = false
        // A mouse uses the button.
        if (event.pointerType !== 'mouse' && event.isPrimary) start.current = { x: event.clientX, id: event.pointerId }
      },
      onPointerMove(event: PointerEvent) {
        if (start.current?.id !== event.pointerId) return
        const way = event.clientX - start.current.x
        if (Math.abs(way) > tremor) wasSwiped.current = true
        setShift(isOpen ? Math.max(way, 0) : Math.min(way, 0))
      },
      onPointerUp(event: PointerEvent) {
        if (start.current?.id !== event.pointerId) return
        const way = event.clientX - start.current.x
        end()
        if (way < -threshold) onChange(true)
        else if (way > threshold) onChange(false)
      },
      onPointerCancel: end,
      /** The click that follows a swipe is not a tap. */
      onClickCapture(event: { preventDefault: () => void; stopPropagation: () => void }) {
        if (!wasSwiped.current) return
        wasSwiped.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
