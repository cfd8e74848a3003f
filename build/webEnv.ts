import type { WebEnv } from '../src/lib/env.ts'

type Result = { env: WebEnv; problems: [] } | { env: null; problems: string[] }

/**
 * Reads the variables that the browser bundle needs from `source` (`import.meta.env`, `process.env`, a .env file).
 * Every problem is listed, so that a developer fixes the file in one step.
 */
export function readWebEnv(source: Record<string, unknown>): Result {
  const problems: string[] = []
  const url = text(source.VITE_SUPABASE_URL)
  const key = text(source.VITE_SUPABASE_PUBLISHABLE_KEY)
  const sample = text(source.VITE_SAMPLE_TRANSACTIONS) || 'true'
  if (!url)
    problems.push('VITE_SUPABASE_URL is missing: the address of the Supabase project, such as https://abc.supabase.co')
  else if (!/^https?:\/\/[^/\s]+\/?$/.test(url))
    problems.push('VITE_SUPABASE_URL must be http(s)://host, without a path, such as https://abc.supabase.co')
  if (!key) problems.push('VITE_SUPABASE_PUBLISHABLE_KEY is missing: the publishable key of the project')
  else if (key.startsWith('sb_secret_') || isServiceRole(key))
    problems.push(
      'VITE_SUPABASE_PUBLISHABLE_KEY holds a secret key: it would reach every browser. Use the publishable key',
    )
  else if (!/^(sb_publishable_\S+|[\w-]+\.[\w-]+\.[\w-]+)$/.test(key))
    problems.push('VITE_SUPABASE_PUBLISHABLE_KEY must start with sb_publishable_ (or be a legacy anon key)')
  if (sample !== 'true' && sample !== 'false') problems.push("VITE_SAMPLE_TRANSACTIONS must be 'true' or 'false'")
  if (problems.length > 0) return { env: null, problems }
  return {
    env: { supabaseUrl: url.replace(/\/$/, ''), publishableKey: key, sampleTransactions: sample === 'true' },
    problems: [],
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Legacy keys are tokens whose middle part names the role. */
function isServiceRole(key: string): boolean {
  const payload = key.split('.')[1]
  if (payload === undefined) return false
  try {
    return atob(payload.replaceAll('-', '+').replaceAll('_', '/')).includes('"service_role"')
  } catch {
    return false
  }
}
