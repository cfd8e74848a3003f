/** Resolves after the next frame is painted. In a hidden page that is when the page becomes visible. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** Settles when the reads of the first screen are answered, which the script in the head of the page has sent. */
const firstReads = Promise.allSettled(Array.from(window.earlyReads?.values() ?? [], ({ response }) => response))

/** A server that does not answer delays the rest of the app no longer, in ms. */
const longestWait = 3000

/** Resolves when the first screen has what it shows, the next frame is painted and the browser is idle; at the latest after five seconds. */
export async function whenIdle(): Promise<void> {
  await firstPaint()
  await Promise.race([firstReads, new Promise((resolve) => setTimeout(resolve, longestWait))])
  await firstPaint()
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 500)
  })
}
