import { useRef, type PointerEvent, type RefObject } from 'react'
import { hasReducedMotion } from '../reducedMotion'

const phone = '(width < 40rem)'
/** A shorter drag that is faster than this, in px per ms, also closes. */
const flick = 0.5
const settleMs = 150

/** Lets a finger drag a sheet down by its header: far or fast enough closes it, otherwise it returns. Spread on the header. */
export function useDragDown(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const start = useRef<{ y: number; at: number } | null>(null)

  function moveTo(distance: number) {
    sheet.current?.style.setProperty('translate', `0 ${Math.max(distance, 0)}px`)
  }

  /** Moves the sheet, and resolves when it has arrived. */
  async function settle(from: number, to: number) {
    moveTo(to)
    if (hasReducedMotion()) return
    const frames = { translate: [`0 ${from}px`, `0 ${to}px`] }
    await sheet.current?.animate(frames, { duration: settleMs, easing: 'ease-out' }).finished
  }

  async function handleEnd({ clientY, timeStamp }: PointerEvent) {
    if (start.current === null || sheet.current === null) return
    const { y, at } = start.current
    start.current = null
    const distance = Math.max(clientY - y, 0)
    const height = sheet.current.offsetHeight
    const isFast = distance / (timeStamp - at) > flick
    if (distance < height / 3 && !(isFast && distance > 20)) return settle(distance, 0)
    await settle(distance, height)
    onClose()
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // The close button handles its own presses.
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
      if (isOnButton || event.pointerType === 'mouse' || !window.matchMedia(phone).matches) return
      start.current = { y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (start.current !== null) moveTo(clientY - start.current.y)
    },
    onPointerUp: (event: PointerEvent) => void handleEnd(event),
    onPointerCancel: (event: PointerEvent) => void handleEnd(event),
  }
}
