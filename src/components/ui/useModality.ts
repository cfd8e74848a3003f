import { useEffect, type RefObject } from 'react'

/** The rest of the page does not scroll, is hidden from screen readers and takes no focus while this is mounted. */
export function useModality(dialog: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (dialog.current === null) return undefined
    const ends = [lockScrolling(), hidePage(dialog.current), keepFocus(dialog.current)]
    return () => {
      for (const end of ends) end()
    }
  }, [dialog])
}

function lockScrolling() {
  const { style } = document.body
  const before = { overflow: style.overflow, paddingRight: style.paddingRight }
  const scrollbar = window.innerWidth - document.documentElement.clientWidth
  style.overflow = 'hidden'
  // Phones draw the scrollbar over the page.
  if (scrollbar > 0) style.paddingRight = `${scrollbar}px`
  return () => {
    style.overflow = before.overflow
    style.paddingRight = before.paddingRight
  }
}

/** `inert` would recalculate the style of every row of a long list. */
function hidePage(dialog: HTMLElement) {
  const others = [...document.body.children].filter(
    // Toasts stay announced.
    (element) => element !== dialog && !element.matches('[aria-live], [aria-hidden], script'),
  )
  for (const element of others) element.setAttribute('aria-hidden', 'true')
  return () => {
    for (const element of others) element.removeAttribute('aria-hidden')
  }
}

/** Radix keeps Tab inside the dialog. This returns the focus after it was lost, or moved by code of the page. */
function keepFocus(dialog: HTMLElement) {
  let last = dialog
  const handleFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (dialog.contains(target)) last = target
    // A dialog above this one and a toast may take the focus.
    else if (target.closest('[role="dialog"], body > [aria-live]') === null) last.focus()
  }
  const handleKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' && document.activeElement === document.body) dialog.focus()
  }
  // A removed element loses the focus without an event.
  const removals = new MutationObserver(() => {
    if (document.activeElement === document.body) dialog.focus()
  })
  document.addEventListener('focusin', handleFocusIn)
  document.addEventListener('keydown', handleKeyDown)
  removals.observe(dialog, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', handleFocusIn)
    document.removeEventListener('keydown', handleKeyDown)
    removals.disconnect()
  }
}
