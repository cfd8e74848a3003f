/**
 * A `ref` for a bar at the bottom of the screen: publishes its height as `--bottom-bar`, so that toasts and focused fields
 * stay above it.
 */
export function bottomBar(bar: HTMLElement | null) {
  if (bar === null) return undefined
  const { style } = document.documentElement
  // The height changes with the text size and with the number of buttons.
  const observer = new ResizeObserver(() => style.setProperty('--bottom-bar', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--bottom-bar')
  }
}
