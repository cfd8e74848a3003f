import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** The distance from the end that counts as the end, in px. */
const tolerance = 48

/** Measured at the bottom edge, because a heading above the message may appear or disappear. */
type Anchor = { element: Element; bottom: number }

/**
 * Keeps the scroll position: at the end, the list follows new messages; further up, nothing moves when messages are added,
 * removed or loaded. `spokenId` is the viewer's last message: a new one scrolls to the end.
 */
export function useReadingPlace(spokenId: string | null) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor | null>(null)
  /** The scroll position that the anchor belongs to. */
  const place = useRef(0)
  const lastSpoken = useRef(spokenId)
  const [isAtEnd, setIsAtEnd] = useState(true)

  const handleScroll = useEffectEvent(() => {
    const box = scroller.current
    if (box === null) return
    const isEnd = box.scrollHeight - box.scrollTop - box.clientHeight < tolerance
    anchor.current = isEnd ? null : firstVisible(box)
    place.current = box.scrollTop
    setIsAtEnd(isEnd)
  })

  function scrollToEnd() {
    const box = scroller.current
    if (box === null) return
    anchor.current = null
    box.scrollTop = box.scrollHeight
    place.current = box.scrollTop
    setIsAtEnd(true)
  }

  const keepPlace = useEffectEvent(() => {
    const box = scroller.current
    if (box === null) return
    // The browser reports a scroll with the next frame. On a busy page, a render can come first.
    if (anchor.current === null && box.scrollTop < place.current) handleScroll()
    if (anchor.current === null) box.scrollTop = box.scrollHeight
    else if (anchor.current.element.isConnected) {
      const scrolled = box.scrollTop - place.current
      box.scrollTop += bottomIn(box, anchor.current.element) - anchor.current.bottom + scrolled
      anchor.current.bottom -= scrolled
    } else handleScroll()
    place.current = box.scrollTop
  })

  useLayoutEffect(() => {
    if (spokenId !== null && spokenId !== lastSpoken.current) anchor.current = null
    lastSpoken.current = spokenId
    keepPlace()
  })

  useEffect(() => {
    const box = scroller.current
    const handle = () => handleScroll()
    box?.addEventListener('scroll', handle, { passive: true })
    return () => box?.removeEventListener('scroll', handle)
  }, [])

  useEffect(() => {
    // Also for changes without a render: the keyboard, a rotated phone, larger text.
    const observer = new ResizeObserver(() => keepPlace())
    if (scroller.current !== null) observer.observe(scroller.current)
    if (content.current !== null) observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  return { scroller, content, isAtEnd, scrollToEnd }
}

function bottomIn(box: Element, element: Element): number {
  return element.getBoundingClientRect().bottom - box.getBoundingClientRect().top
}

function firstVisible(box: Element): Anchor | null {
  const element = [...box.querySelectorAll('li')].find((each) => bottomIn(box, each) > 0)
  return element === undefined ? null : { element, bottom: bottomIn(box, element) }
}
