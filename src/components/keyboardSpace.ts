/**
 * Publishes how much of the page an on-screen keyboard covers at the bottom (`--keyboard`) and how far it has pushed the page
 * up (`--pushed-up`). Browsers place what is fixed as if the keyboard were not there.
 */
export function followKeyboard() {
  const { visualViewport } = window
  // jsdom has no visualViewport.
  if (!visualViewport) return undefined
  const { style } = document.documentElement
  const update = () => {
    const { height, offsetTop, scale } = visualViewport
    const covered = document.documentElement.clientHeight - offsetTop - height
    // Zooming with two fingers also makes the visible part smaller.
    const isZoomed = scale > 1.01
    style.setProperty('--keyboard', `${isZoomed ? 0 : Math.max(Math.round(covered), 0)}px`)
    style.setProperty('--pushed-up', `${isZoomed ? 0 : Math.round(offsetTop)}px`)
  }
  visualViewport.addEventListener('resize', update)
  visualViewport.addEventListener('scroll', update)
  return () => {
    visualViewport.removeEventListener('resize', update)
    visualViewport.removeEventListener('scroll', update)
    style.removeProperty('--keyboard')
    style.removeProperty('--pushed-up')
  }
}
