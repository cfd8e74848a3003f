import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { readAuthConfig, type AuthConfig } from './auth/authConfig'
import { readFunctionConfig, type FunctionConfig } from './functions/functionConfig'

export type StackConfig = {
  schemas?: string[]
  maxRows?: number
  auth: AuthConfig
  functions: Record<string, FunctionConfig>
  /** One sentence for each setting that the local stack does not follow. */
  warnings: string[]
}

const configSchema = z.looseObject({
  api: z
    .looseObject({ schemas: z.array(z.string()).optional(), max_rows: z.number().int().positive().optional() })
    .prefault({}),
  auth: z.unknown().optional(),
  functions: z.unknown().optional(),
})

/** Settings that the local stack follows, or that change nothing here: ports come from STACK_ variables. `*` is any name. */
const followed = [
  'project_id',
  'api.port',
  'api.schemas',
  'api.extra_search_path',
  'api.max_rows',
  'db.port',
  'db.shadow_port',
  'studio.*',
  'local_smtp.*',
  'auth.site_url',
  'auth.additional_redirect_urls',
  'auth.jwt_expiry',
  'auth.enable_refresh_token_rotation',
  'auth.refresh_token_reuse_interval',
  'auth.enable_signup',
  'auth.minimum_password_length',
  'auth.rate_limit.*',
  'auth.email.otp_length',
  'auth.email.otp_expiry',
  'auth.hook.*.enabled',
  'auth.hook.*.uri',
  'edge_runtime.policy',
  'functions.*.enabled',
  'functions.*.verify_jwt',
  'functions.*.entrypoint',
].map((key) => key.split('.'))

/** Settings that the local stack follows only with this value. */
const fixed: Record<string, unknown> = {
  'api.enabled': true,
  'api.auto_expose_new_tables': false,
  'db.major_version': 17,
  'db.migrations.enabled': true,
  'db.seed.enabled': true,
  'db.seed.sql_paths': ['./seed.sql'],
  'realtime.enabled': true,
  'storage.enabled': false,
  'analytics.enabled': false,
  'auth.enabled': true,
  'auth.enable_anonymous_sign_ins': false,
  'auth.email.enabled': true,
  'auth.email.enable_confirmations': false,
  'auth.mfa.totp.enroll_enabled': false,
  'auth.mfa.totp.verify_enabled': false,
  'edge_runtime.enabled': true,
  'edge_runtime.deno_version': 2,
}

/** Reads supabase/config.toml; without that file or a section, the defaults of the Supabase CLI. */
export function readConfig(root: string): StackConfig {
  const file = path.join(root, 'supabase', 'config.toml')
  const { api, auth, functions, ...others } = configSchema.parse(
    existsSync(file) ? parse(readFileSync(file, 'utf8')) : {},
  )
  return {
    schemas: api.schemas,
    maxRows: api.max_rows,
    auth: readAuthConfig(auth),
    functions: readFunctionConfig(functions),
    warnings: settingsOf({ api, auth, functions, ...others }, []).flatMap(warningAbout),
  }
}

type Setting = { key: string[]; value: unknown }

function settingsOf(section: object, place: string[]): Setting[] {
  return Object.entries(section).flatMap(([name, value]: [string, unknown]) => {
    const key = [...place, name]
    // The values of hosted projects.
    if (value === undefined || key[0] === 'remotes') return []
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    return isSection ? settingsOf(value, key) : [{ key, value }]
  })
}

function warningAbout({ key, value }: Setting): string[] {
  const name = key.join('.')
  const setting = `supabase/config.toml: ${name} = ${JSON.stringify(value)}`
  if (Object.hasOwn(fixed, name)) {
    const only = JSON.stringify(fixed[name])
    return JSON.stringify(value) === only ? [] : [`${setting} has no effect on the local stack, which has ${only}.`]
  }
  const isFollowed = followed.some(
    (pattern) => pattern.length === key.length && pattern.every((part, place) => part === '*' || part === key[place]),
  )
  return isFollowed ? [] : [`${setting} is not known to the local stack and has no effect on it.`]
}
