import { z } from 'zod'
import { startTemporaryStack } from '../template'
import { recordCalls } from './recordedCalls'

export type Target = {
  apiUrl: string
  /** Connects as postgres. */
  databaseUrl: string
  publishableKey: string
  secretKey: string
  jwtSecret: string
  mailboxUrl: string
  close(): Promise<void>
}

// The variables that `supabase status -o env` prints.
const environmentSchema = z.object({
  API_URL: z.url(),
  DB_URL: z.url(),
  PUBLISHABLE_KEY: z.string().min(1),
  SECRET_KEY: z.string().min(1),
  JWT_SECRET: z.string().min(1),
  MAILBOX_URL: z.url(),
})

recordCalls()

/** The Supabase stack that the environment names, or a temporary local stack. */
export async function openTarget(): Promise<Target> {
  if (!process.env.API_URL) return temporaryTarget()
  // The name of the mailbox variable depends on the version of the CLI.
  const environment = {
    ...process.env,
    MAILBOX_URL: process.env.MAILBOX_URL ?? process.env.MAILPIT_URL ?? process.env.INBUCKET_URL,
  }
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) throw new Error(`API_URL is set, so all of these are needed:\n${z.prettifyError(parsed.error)}`)
  const { data } = parsed
  return {
    apiUrl: data.API_URL.replace(/\/$/, ''),
    databaseUrl: data.DB_URL,
    publishableKey: data.PUBLISHABLE_KEY,
    secretKey: data.SECRET_KEY,
    jwtSecret: data.JWT_SECRET,
    mailboxUrl: data.MAILBOX_URL.replace(/\/$/, ''),
    close: async () => {},
  }
}

async function temporaryTarget(): Promise<Target> {
  const stack = await startTemporaryStack({ cron: true })
  return {
    apiUrl: stack.apiUrl,
    databaseUrl: stack.databaseUrl,
    publishableKey: stack.keys.publishable,
    secretKey: stack.keys.secret,
    jwtSecret: stack.keys.jwtSecret,
    mailboxUrl: stack.mailboxUrl,
    close: () => stack.destroy(),
  }
}
