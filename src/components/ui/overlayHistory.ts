/**
 * Back closes the top dialog, sheet or popover: each one has an entry in the browser's history, a copy of the screen's
 * entry with its position among them (`overlays`: 1 for the lowest). The router takes both entries for the same screen.
 */
type Overlay = { close: () => void }

/** The open overlays, from the lowest to the top one. */
let open: Overlay[] = []
/** What must wait until a move of the history that this file has started is done. Null: no move. */
let afterMove: (() => void)[] | null = null
/** The browser loads another page, or this one again. A move of the history would stop it. */
let isLeaving = false

function position(): number {
  const value: unknown = window.history.state?.overlays
  return typeof value === 'number' ? value : 0
}

function moveBy(entries: number, ...then: (() => void)[]) {
  afterMove = then
  window.history.go(entries)
}

/** Brings the history to the entry of the top overlay. */
function adjust() {
  if (afterMove !== null) return
  const current = position()
  // The overlay was closed by a button, or its entry came back by a reload or by the browser's forward button.
  if (current > open.length) {
    if (!isLeaving) moveBy(open.length - current)
    return
  }
  for (let next = current + 1; next <= open.length; next += 1) {
    const { state } = window.history
    window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, overlays: next }, '')
  }
}

function handlePop() {
  if (afterMove !== null) {
    const waiting = afterMove
    afterMove = null
    for (const run of waiting) run()
  } else {
    const closed = open.slice(position())
    open = open.slice(0, position())
    for (const { close } of closed.toReversed()) close()
  }
  adjust()
}

function handleLeave() {
  isLeaving = true
}

/** The page was not left: the load was stopped, or was a download. */
function handleUse() {
  if (!isLeaving) return
  isLeaving = false
  adjust()
}

/** Starts the handling of Back. */
export function followHistory() {
  // The browser would scroll when the history moves: the screen that is left, and on closing an overlay the page below it.
  window.history.scrollRestoration = 'manual'
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener('popstate', handlePop, { signal })
  window.addEventListener('beforeunload', handleLeave, { signal })
  window.addEventListener('pointerdown', handleUse, { signal })
  window.addEventListener('keydown', handleUse, { signal })
  adjust()
  return () => stop.abort()
}

/** Adds an overlay that Back closes. Returns its removal, for when it was closed in another way. */
export function addOverlay(overlay: Overlay) {
  open.push(overlay)
  // One dialog may replace another in the same render: they share an entry.
  queueMicrotask(adjust)
  return () => {
    open = open.filter((other) => other !== overlay)
    queueMicrotask(adjust)
  }
}

/** Navigates from a screen with open overlays: none of their entries remains in the history. */
export function navigateOver(kind: 'push' | 'replace', { push, replace }: Record<'push' | 'replace', () => void>) {
  const again = () => navigateOver(kind, { push, replace })
  // A push replaces the entry of the lowest overlay.
  const extra = position() - (kind === 'push' ? 1 : 0)
  if (afterMove !== null) afterMove.push(again)
  else if (position() === 0) (kind === 'push' ? push : replace)()
  else if (extra === 0) replace()
  else moveBy(-extra, replace)
}
