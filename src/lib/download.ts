import { brand } from '@/brand'
import { WordedError } from './errors'

/** A release has taken the file of a part away. A reload gets the new version, and drafts stay. */
export class NewVersion extends WordedError {}

/** Browsers do not say why a download failed: if the server answers, the file is gone. */
export async function whyMissing(): Promise<Error> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok === true
    ? new NewVersion(`A new version of ${brand.name} is ready. Reload the page.`)
    : new Error('Failed to fetch')
}

/** Downloads a part of the app, or throws what is shown instead. */
export const download = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(async () => {
    throw await whyMissing()
  })
