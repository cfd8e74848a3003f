/** Resolves when the screen that is being drawn is on the display. In a hidden page that is when it is looked at. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
