import { z } from 'npm:zod@4.6.7'

/** A text of at least one character. As in the database, a character outside of the basic plane counts once. */
export const textUpTo = (longest: number) =>
  z
    .string()
    .min(1)
    .refine((text) => Array.from(text).length <= longest)
