import { env } from '@/lib/env'
import { cellStore } from '@/lib/storage'

/** The cell whose web app this is. Undefined for a bank that is one database. */
export const ownCell = () => env.cells.find(({ url }) => url === window.location.origin)

/** Whether the sign-in page must ask first where the visitor banks. */
export const isCellOpen = () => ownCell() !== undefined && cellStore.read() !== window.location.origin

/** The link in the mail of 'Find my bank' leads to the right cell. */
export function rememberFoundCell() {
  if (window.location.hash === '#found' && ownCell() !== undefined) rememberCell()
}

/** This device signs in at this address from now on. */
export function rememberCell(url = window.location.origin) {
  cellStore.write(url, sharedDomain(env.cells.map((cell) => new URL(cell.url).hostname)))
}

/** The domain that all cells are below, so that each of them reads the cookie. Null if there is none. */
export function sharedDomain(hosts: string[]): string | null {
  const [first = [], ...others] = hosts.map((host) => host.split('.').toReversed())
  const differs = first.findIndex((label, place) => others.some((other) => other[place] !== label))
  const shared = first.slice(0, differs === -1 ? first.length : differs)
  return shared.length >= 2 && differs !== -1 ? shared.toReversed().join('.') : null
}
