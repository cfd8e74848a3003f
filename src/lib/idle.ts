/** Resolves after the next frame is painted. In a hidden page that is when the page becomes visible. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** Resolves when the next frame is painted and the browser is idle, at the latest after two seconds. */
export async function whenIdle(): Promise<void> {
  await firstPaint()
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 500)
  })
}
