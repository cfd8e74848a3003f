const load = () => import('./overlays')
let download: ReturnType<typeof load> | undefined

/**
 * Downloads Radix, 25 kB that no first screen needs, with the dialog and the popover. The next call repeats a failed
 * download. The promise is kept, because the bundler's code for an `import()` searches the whole document each time: for a
 * press on one of 5,000 rows that took 60 ms on a slow phone.
 */
export function loadOverlays() {
  download ??= load().catch((error: unknown) => {
    download = undefined
    throw error
  })
  return download
}
