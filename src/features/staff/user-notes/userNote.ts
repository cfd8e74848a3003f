import { boolean, nullable, object, text } from '@/lib/json'

/** A note of staff about a user. `author`: null for a deleted user. */
export const readUserNote = object({ id: text, created_at: text, note: text, author: nullable(text), is_own: boolean })

export type UserNote = NonNullable<ReturnType<typeof readUserNote>>
