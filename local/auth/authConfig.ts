import { z } from 'zod'

const hookSchema = z.object({ enabled: z.boolean().default(false), uri: z.string().default('') })

// The `[auth]` section of supabase/config.toml, with the defaults of the Supabase CLI.
const sectionSchema = z.object({
  site_url: z.string().default('http://127.0.0.1:3000'),
  additional_redirect_urls: z.array(z.string()).default([]),
  jwt_expiry: z.number().int().positive().default(3600),
  enable_signup: z.boolean().default(true),
  enable_refresh_token_rotation: z.boolean().default(true),
  refresh_token_reuse_interval: z.number().nonnegative().default(10),
  minimum_password_length: z.number().int().positive().default(6),
  email: z
    .object({
      enable_confirmations: z
        .literal(false, 'the local stack signs people up without e-mail confirmation')
        .default(false),
      otp_length: z.number().int().min(6).max(10).default(6),
      otp_expiry: z.number().int().positive().default(3600),
    })
    .prefault({}),
  hook: z
    .record(z.string(), hookSchema)
    .default({})
    .refine(
      (hooks) =>
        Object.entries(hooks).every(([name, hook]) => !hook.enabled || name === 'password_verification_attempt'),
      'the local stack knows only the hook password_verification_attempt',
    ),
})

export type AuthConfig = {
  siteUrl: string
  redirectUrls: string[]
  jwtExpirySeconds: number
  signupEnabled: boolean
  rotateRefreshTokens: boolean
  reuseIntervalSeconds: number
  minimumPasswordLength: number
  /** Digits of the code in a recovery mail. */
  recoveryCodeLength: number
  recoveryExpirySeconds: number
  /** Qualified and quoted name of the function that judges password attempts. */
  passwordHook: string | null
}

/** Reads the `[auth]` section as the TOML parser gives it (undefined = all defaults). Throws when it asks for what is not emulated. */
export function readAuthConfig(section: unknown = {}): AuthConfig {
  const parsed = sectionSchema.safeParse(section)
  if (!parsed.success) throw new Error(`supabase/config.toml, section [auth]:\n${z.prettifyError(parsed.error)}`)
  const settings = parsed.data
  const hook = settings.hook.password_verification_attempt
  return {
    siteUrl: settings.site_url,
    redirectUrls: settings.additional_redirect_urls,
    jwtExpirySeconds: settings.jwt_expiry,
    signupEnabled: settings.enable_signup,
    rotateRefreshTokens: settings.enable_refresh_token_rotation,
    reuseIntervalSeconds: settings.refresh_token_reuse_interval,
    minimumPasswordLength: settings.minimum_password_length,
    recoveryCodeLength: settings.email.otp_length,
    recoveryExpirySeconds: settings.email.otp_expiry,
    passwordHook: hook?.enabled ? functionName(hook.uri) : null,
  }
}

function functionName(uri: string): string {
  const match = /^pg-functions:\/\/postgres\/([a-z_][\w$]*)\/([a-z_][\w$]*)$/i.exec(uri)
  if (!match)
    throw new Error(`supabase/config.toml: "${uri}" is no pg-functions://postgres/<schema>/<function> address`)
  return `"${match[1]}"."${match[2]}"`
}
