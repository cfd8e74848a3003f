import type { Database, Json } from '@/lib/database.types'

type Functions = Database['public']['Functions']

/** A call of a function that decides something, with the arguments that the mutation sends. */
export type Action = { name: keyof Functions; args: Record<string, Json | undefined> }

/** Binds the arguments to the function that they are for. */
export const actionOf = <Name extends keyof Functions>(
  name: Name,
  args: Functions[Name]['Args'] & Action['args'],
): Action => ({ name, args })
