import { z } from 'zod'

const remoteSchema = z.looseObject({
  project_id: z.string().default(''),
  auth: z
    .looseObject({
      site_url: z.string().default(''),
      rate_limit: z
        .looseObject({ sign_in_sign_ups: z.number().optional(), token_refresh: z.number().optional() })
        .prefault({}),
    })
    .prefault({}),
})
const configSchema = z.looseObject({
  auth: remoteSchema.shape.auth,
  remotes: z.record(z.string(), remoteSchema).default({}),
})

/** In five minutes, for each address. */
const highestLimit = 60

/** What is wrong with the values of supabase/config.toml for the hosted project with this ref. */
export function configFindings(toml: unknown, ref: string): string[] {
  const config = configSchema.parse(toml)
  const entry = Object.entries(config.remotes).find(([, remote]) => remote.project_id === ref)
  if (entry === undefined)
    return [
      `supabase/config.toml: no [remotes] section has project_id = "${ref}", so \`supabase config push\` sends the values for local use. Write this ref into [remotes.production].`,
    ]
  const [name, { auth }] = entry
  const findings: string[] = []
  if (!auth.site_url.startsWith('https://') || new URL(auth.site_url).hostname.endsWith('.example'))
    findings.push(
      `supabase/config.toml: [remotes.${name}.auth] site_url is "${auth.site_url}". Write the web app's https address.`,
    )
  // `POST /token`, where a password is tried, counts under token_refresh: the sign-ins' own name limits sign-ups alone.
  for (const [limit, platformDefault, what] of [
    ['sign_in_sign_ups', 30, 'sign up that many times'],
    ['token_refresh', 150, 'try that many passwords'],
  ] as const) {
    const allowed = auth.rate_limit[limit] ?? config.auth.rate_limit[limit] ?? platformDefault
    if (allowed > highestLimit)
      findings.push(
        `supabase/config.toml: [remotes.${name}.auth.rate_limit] ${limit} is ${allowed}. An address may ${what} in five minutes: use 30.`,
      )
  }
  return findings
}

/** The ref in a database address: db.<ref>.supabase.co, or the user postgres.<ref> of the pooler. Null for other addresses. */
export function projectRef(databaseUrl: string): string | null {
  const { hostname, username } = new URL(databaseUrl)
  return (/^db\.([a-z]{20})\.supabase\.co$/.exec(hostname) ?? /\.([a-z]{20})$/.exec(username))?.[1] ?? null
}
