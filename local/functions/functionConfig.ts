import { z } from 'zod'

// A `[functions.<name>]` section of supabase/config.toml, with the defaults of the Supabase CLI.
const functionSchema = z.object({
  enabled: z.boolean().default(true),
  verify_jwt: z.boolean().default(true),
  entrypoint: z.string().optional(),
})

export type FunctionConfig = {
  isEnabled: boolean
  verifiesJwt: boolean
  /** Relative to the folder supabase/. */
  entrypoint: string
}

/** Reads the parsed `[functions]` section. */
export function readFunctionConfig(section: unknown = {}): Record<string, FunctionConfig> {
  const parsed = z.record(z.string(), functionSchema).safeParse(section)
  if (!parsed.success) throw new Error(`supabase/config.toml, section [functions]:\n${z.prettifyError(parsed.error)}`)
  return Object.fromEntries(
    Object.entries(parsed.data).map(([name, settings]) => [
      name,
      {
        isEnabled: settings.enabled,
        verifiesJwt: settings.verify_jwt,
        entrypoint: settings.entrypoint ?? `./functions/${name}/index.ts`,
      },
    ]),
  )
}

export function configOf(config: Record<string, FunctionConfig>, name: string): FunctionConfig {
  return config[name] ?? { isEnabled: true, verifiesJwt: true, entrypoint: `./functions/${name}/index.ts` }
}
