import { z } from 'zod'

const hookSchema = z.object({ enabled: z.boolean().default(false), uri: z.string().default('') })

// The `[auth]` section of supabase/config.toml, with the defaults of the Supabase CLI.
const sectionSchema = z.object({
  jwt_expiry: z.number().int().positive().default(3600),
  enable_signup: z.boolean().default(true),
  enable_refresh_token_rotation: z.boolean().default(true),
  refresh_token_reuse_interval: z.number().nonnegative().default(10),
  minimum_password_length: z.number().int().positive().default(6),
  email: z
    .object({
      enable_confirmations: z
        .literal(false, 'the local stack signs users up without email confirmation')
        .default(false),
      otp_expiry: z.number().int().positive().default(3600),
    })
    .prefault({}),
  hook: z
    .record(z.string(), hookSchema)
    .default({})
    .refine(
      (hooks) =>
        Object.entries(hooks).every(([name, hook]) => !hook.enabled || name === 'password_verification_attempt'),
      'the local stack implements only the hook password_verification_attempt',
    ),
})

export type AuthConfig = {
  jwtExpirySeconds: number
  signupEnabled: boolean
  rotateRefreshTokens: boolean
  reuseIntervalSeconds: number
  minimumPasswordLength: number
  /** How long a link signs in. */
  linkExpirySeconds: number
  /** Qualified and quoted name of the function that allows or rejects password attempts. */
  passwordHook: string | null
}

/** Reads the parsed `[auth]` section; undefined means all defaults. Throws for settings that are not implemented. */
export function readAuthConfig(section: unknown = {}): AuthConfig {
  const parsed = sectionSchema.safeParse(section)
  if (!parsed.success) throw new Error(`supabase/config.toml, section [auth]:\n${z.prettifyError(parsed.error)}`)
  const settings = parsed.data
  const hook = settings.hook.password_verification_attempt
  return {
    jwtExpirySeconds: settings.jwt_expiry,
    signupEnabled: settings.enable_signup,
    rotateRefreshTokens: settings.enable_refresh_token_rotation,
    reuseIntervalSeconds: settings.refresh_token_reuse_interval,
    minimumPasswordLength: settings.minimum_password_length,
    linkExpirySeconds: settings.email.otp_expiry,
    passwordHook: hook?.enabled ? functionName(hook.uri) : null,
  }
}

function functionName(uri: string): string {
  const match = /^pg-functions:\/\/postgres\/([a-z_][\w$]*)\/([a-z_][\w$]*)$/i.exec(uri)
  if (!match)
    throw new Error(`supabase/config.toml: "${uri}" is not a pg-functions://postgres/<schema>/<function> address`)
  return `"${match[1]}"."${match[2]}"`
}
