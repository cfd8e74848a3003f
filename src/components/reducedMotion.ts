/** Whether this device asks for no motion. CSS animations are off by index.css; this is for motion that code starts. */
export function hasReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
