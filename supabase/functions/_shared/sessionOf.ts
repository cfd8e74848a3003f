import { z } from 'npm:zod@4.6.7'

const claimsSchema = z.object({ session_id: z.guid() })

/** The session that a token belongs to. Use it only for tokens that have been verified. */
export function sessionOf(accessToken: string): string {
  const claims = accessToken.split('.')[1] ?? ''
  return claimsSchema.parse(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))).session_id
}
