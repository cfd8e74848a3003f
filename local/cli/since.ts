import { z } from 'zod'

/** How far back other banks tell what they sent and received. */
const longestDays = 30
const momentSchema = z.iso.datetime({ offset: true })

/** What is wrong with the time that a recovery was given; null if nothing is. A time without a zone can be an hour off. */
export function problemOfSince(text: string, now = Date.now()): string | null {
  if (!momentSchema.safeParse(text).success) return 'Name a time with its zone, some minutes before the copy was made.'
  const ago = now - Date.parse(text)
  if (ago < 0) return `${text} is in the future.`
  return ago > longestDays * 86_400_000 ? `Other banks tell what happened in the last ${longestDays} days.` : null
}
