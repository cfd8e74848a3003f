/** A thin bar at the top of the window, for what takes longer than 150 ms to load. The screen announces its loading itself. */
export function LoadingBar() {
  return <div aria-hidden className="loading-bar fixed inset-x-0 top-0 z-60 h-0.75 origin-left bg-brand print:hidden" />
}
