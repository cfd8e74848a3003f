import type { Db, Metadata, UserRow } from './users'

type IdentityRow = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  email: string | null
  last_sign_in_at: Date | null
  created_at: Date | null
  updated_at: Date | null
}

type FactorRow = {
  id: string
  created_at: Date
  updated_at: Date
  status: string
  friendly_name: string
  factor_type: string
}

export type UserJson = { id: string; [field: string]: unknown }

/** The user as clients see it. JSON leaves out the fields that are undefined. */
export async function userJson(db: Db, user: UserRow): Promise<UserJson> {
  const identities = await db<IdentityRow[]>`select * from auth.identities where user_id = ${user.id}`
  const factors = await db<FactorRow[]>`
    select id, created_at, updated_at, status, friendly_name, factor_type from auth.mfa_factors where user_id = ${user.id}`
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: factors.length === 0 ? undefined : factors,
    identities: identities.map(identityJson),
    created_at: user.created_at ?? undefined,
    updated_at: user.updated_at ?? undefined,
    banned_until: user.banned_until ?? undefined,
    deleted_at: user.deleted_at ?? undefined,
    is_anonymous: user.is_anonymous,
  }
}

function identityJson(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at ?? undefined,
    created_at: identity.created_at ?? undefined,
    updated_at: identity.updated_at ?? undefined,
    email: identity.email ?? undefined,
  }
}
