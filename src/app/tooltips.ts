const delayMs = 700
/** Within this time after a tooltip, the next one is shown at once. */
const skipDelayMs = 300
const gap = 6

const withIcon = ':is(a, button):is([aria-label], [data-tooltip]):has(svg)'

/** A button with a count has its name as hidden text, because the count is a visible text and belongs to the name. */
const nameOf = (element: Element) => element.getAttribute('data-tooltip') ?? element.getAttribute('aria-label')

/** The link or button around it, if it shows only an icon, or an icon and a count. The name of another begins with its text. */
function iconOnly(element: Element): Element | null {
  const found = element.closest(withIcon)
  if (found?.hasAttribute('data-tooltip')) return found
  const text = found?.textContent.trim() ?? ''
  return text !== '' && found?.getAttribute('aria-label')?.includes(text) === true ? null : found
}

/** Shows the name of an icon-only button on hover and on focus by keyboard. Escape, a press or leaving hides it. */
export function followIcons() {
  const tooltip = document.createElement('div')
  // Screen readers say the button's own name.
  tooltip.setAttribute('aria-hidden', 'true')
  tooltip.className =
    'pointer-events-none fixed z-60 max-w-60 rounded-sm bg-ink px-2 py-1 text-caption text-name text-page shadow-card print:hidden'
  let target: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenAt = -Infinity
  let isByKeyboard = false

  function show() {
    if (target === null || !target.isConnected) return
    tooltip.textContent = nameOf(target)
    document.body.append(tooltip)
    const button = target.getBoundingClientRect()
    const { width, height } = tooltip.getBoundingClientRect()
    const left = button.left + (button.width - width) / 2
    const below = button.bottom + gap
    tooltip.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`
    tooltip.style.top = `${below + height > window.innerHeight ? button.top - height - gap : below}px`
  }

  function hide() {
    clearTimeout(timer)
    target = null
    if (!tooltip.isConnected) return
    tooltip.remove()
    hiddenAt = performance.now()
  }

  function approach(element: EventTarget | null) {
    const next = element instanceof Element ? iconOnly(element) : null
    if (next === target) return
    hide()
    if (next === null) return
    target = next
    timer = setTimeout(show, performance.now() - hiddenAt < skipDelayMs ? 0 : delayMs)
  }

  document.addEventListener('pointerover', (event) => {
    // A finger that stays on a button is a long press, not a hover.
    if (event.pointerType === 'mouse') approach(event.target)
  })
  document.addEventListener('focusin', ({ target: focused }) => {
    if (isByKeyboard) approach(focused)
  })
  for (const event of ['focusout', 'pointerdown', 'scroll'])
    document.addEventListener(event, hide, { passive: true, capture: true })
  document.addEventListener('pointerdown', () => (isByKeyboard = false), { capture: true })
  document.addEventListener('keydown', ({ key }) => {
    isByKeyboard = true
    if (key === 'Escape') hide()
  })
  document.documentElement.addEventListener('pointerleave', hide)
}
