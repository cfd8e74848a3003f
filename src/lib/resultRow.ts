import type { Database } from './database.types'

type Functions = Database['public']['Functions']
type Listed<Name extends keyof Functions> = Functions[Name]['Returns'] extends (infer Row)[] ? Row : never

/** A row of a function's result. The generated types do not include null, so the columns that can be null are named. */
export type ResultRow<Name extends keyof Functions, Nullable extends keyof Listed<Name> = never> = Omit<
  Listed<Name>,
  Nullable
> & { [Column in Nullable]: Listed<Name>[Column] | null }
