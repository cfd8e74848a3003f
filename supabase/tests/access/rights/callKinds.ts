import { type Permission, type Role, approved, roles, signedIn as withAccess } from './expectedRights'
import type { RightsUser } from './rightsFixture'

/** What a call names of a user. */
export type Ids = Omit<RightsUser, 'role' | 'token' | 'supabase' | 'direct'>

/**
 * A call of a function of the API with the ids and figures of another user. A role that is not listed must be refused, and the
 * call must change nothing.
 */
export type Call = {
  name: string
  args?: (them: Ids, me: Ids) => Record<string, unknown>
  /** Roles whose answer may contain data of other users. */
  to: readonly Role[]
  /** Roles whose answer contains only their own data. */
  ownTo?: readonly Role[]
  /** Roles that get the empty answer in `nothing`. */
  nothingTo?: readonly Role[]
  nothing?: unknown
  /** What the caller needs. Approved callers without it get the refusal that says so. */
  requires?: Permission | 'super_admin'
  /** A call that audits the read, in the request before. */
  recordedBy?: Pick<Call, 'name' | 'args'>
  /** The function locks an address after a few calls, so the counters are reset after each call. */
  isCounted?: true
  /** Visitors may call it. */
  isForVisitors?: true
}

export const everyRole: readonly Role[] = roles
/** A suspended customer keeps the session and confirms a device, as others do. */
export const signedIn: readonly Role[] = [...withAccess, 'suspended']
export const tokens = roles.filter((role) => role !== 'anon')
export const none: readonly Role[] = []
export const except = (to: readonly Role[], ...without: Role[]) => to.filter((role) => !without.includes(role))
/** Every role is refused. */
export const refused = (name: string, args?: Call['args']): Call => ({ name, args, to: none })
/** Every role is refused, and those without the right in the words that say so. */
export const refusedWith = (requires: Permission | 'super_admin', name: string, args?: Call['args']): Call => ({
  name,
  args,
  to: none,
  requires,
})
/** The answer has only the caller's own data. */
export const own = (name: string, args?: Call['args'], ownTo = approved): Call => ({ name, args, to: none, ownTo })
/** The rows of another user do not exist for the caller, who gets this answer. */
export const empty = (name: string, nothing: unknown, args?: Call['args'], nothingTo = approved): Call => ({
  name,
  args,
  to: none,
  nothingTo,
  nothing,
})
export const counted = (call: Call): Call => ({ ...call, isCounted: true })
export const forVisitors = (call: Call): Call => ({ ...call, isForVisitors: true })
export const requiring = (requires: Permission | 'super_admin', name: string, args?: Call['args']): Call => ({
  name,
  args,
  to: [requires],
  requires,
})
export const listId = '0198c0de-0000-7000-8000-000000000001'
export const longAgo = '2000-01-01T00:00:00Z'
export const farAhead = '2100-01-01T00:00:00Z'
