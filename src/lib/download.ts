import { brand } from '@/brand'
import { OtherRelease } from './errors'

/** The event that a newer web app is there. */
export const newerRelease = 'newer-release'

let asking: Promise<boolean | null> | null = null

/** Whether the host has another build than this page: its page names another first script. Null: the host does not answer. */
async function askHost(): Promise<boolean | null> {
  // The service worker answers '/' with the page that it keeps.
  const page = await fetch(`${window.location.origin}/?newest`, { cache: 'no-store' })
    .then((response) => (response.ok ? response.text() : null))
    .catch(() => null)
  if (page === null) return null
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const isNewer = script == null || !page.includes(script)
  if (isNewer) window.dispatchEvent(new Event(newerRelease))
  return isNewer
}

/**
 * Why the host or the server does not know what this page uses: there is a newer web app, or the server is not updated yet, and a
 * reload would not help. Null: the host does not answer.
 */
export async function otherRelease(): Promise<OtherRelease | null> {
  asking ??= askHost().finally(() => {
    asking = null
  })
  const isNewer = await asking
  if (isNewer === null) return null
  return isNewer
    ? new OtherRelease('new-version', `A new version of ${brand.name} is ready. Reload the page.`)
    : new OtherRelease('updating', `We're updating ${brand.name}. Try again in a few minutes.`)
}

/** Browsers do not say why a download failed: if the host answers, the file is gone. */
export const whyMissing = async (): Promise<Error> => (await otherRelease()) ?? new Error('Failed to fetch')

/** Downloads a part of the app, or throws what is shown instead. */
export const download = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(async () => {
    throw await whyMissing()
  })
