import type { WaitingChats } from './queries'

/** Amber after the first limit of the settings, red after the second. `waited` in ms. */
export function waitLook(waited: number, limits: WaitingChats | undefined): string {
  if (limits === undefined || waited < limits.lateAfter) return 'text-muted'
  return waited < limits.longAfter ? 'text-name text-care' : 'text-strong text-danger'
}
