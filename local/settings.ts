import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json, supabase/ and node_modules/. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/**
 * The public default keys of `supabase start`, so that one .env works with both stacks. Because the keys are public, the
 * stack listens only on the loopback address.
 */
export const keys = {
  publishable: 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  secret: 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
  jwtSecret: 'super-secret-jwt-token-with-at-least-32-characters-long',
  /** The key that the card network signs its messages with. `supabase start` has no such key. */
  cardNetwork: 'card-network-key-of-the-local-stack-with-more-than-32-characters',
  /** The key (VAPID) that push services know this bank by. */
  vapid: {
    kty: 'EC',
    crv: 'P-256',
    x: '--fWO8k-NBxTdINTpZkt56vYxG3XtFz7W6b211NjMvg',
    y: 'ObLly_oGWNUgfxeghqYsLoHTMZJu_ySDs79HfORFiAk',
    d: '_avZZMlbjPLL3kXLx-wW35FmasIJYoyLJ-nUB46RCr0',
  },
  /** The keys (Ed25519) that this bank and the other banks sign their messages to each other with. */
  ownBank: {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'WKYlgw3JOKIuVUG9cX-vqY0AdDV1-izgctXVdgQrDXc',
    d: 'n7PFYMRhQYNWkjwwNqWQm5fFFXtHXwoV1nfETEhPMeg',
  },
  otherBanks: {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'gWEA-Cncp3bodd9-jD6PN9Pe4PK190Qe3PBSsRnNTxg',
    d: 'bOieDK6OQb1Enoxkp7hhTy8PFuGXP9orpKDpZsr-jXw',
  },
}

export type StackSettings = {
  webPort: number
  apiPort: number
  databasePort: number
  mailPort: number
  smtpPort: number
  dataDir: string
  /** Variables of the chat model for the edge function; empty for the built-in assistant. */
  assistant: Record<string, string>
}

type Result = { settings: StackSettings; problems: [] } | { settings: null; problems: string[] }

/** Reads the ports, the data folder and the chat model. Returns all problems together. */
export function readStackSettings(env: Record<string, string | undefined>, root = projectRoot): Result {
  const problems: string[] = []

  function port(name: string, fallback: number, highest = 65535): number {
    const text = env[name]?.trim() || String(fallback)
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= 1 && number <= highest) return number
    problems.push(`${name} must be a port number from 1 to ${highest}, not '${text}'`)
    return fallback
  }

  const mailPort = port('STACK_MAIL_PORT', 54324, 65534)
  const ports = {
    WEB_PORT: port('WEB_PORT', 5173),
    STACK_API_PORT: port('STACK_API_PORT', 54321),
    STACK_DB_PORT: port('STACK_DB_PORT', 54322),
    STACK_MAIL_PORT: mailPort,
    'STACK_MAIL_PORT + 1 (for SMTP)': mailPort + 1,
  }
  if (problems.length === 0) problems.push(...sharedPorts(ports))
  const assistant = readAssistant(env)
  problems.push(...assistantProblems(assistant))
  if (problems.length > 0) return { settings: null, problems }

  return {
    settings: {
      webPort: ports.WEB_PORT,
      apiPort: ports.STACK_API_PORT,
      databasePort: ports.STACK_DB_PORT,
      mailPort,
      smtpPort: mailPort + 1,
      dataDir: path.resolve(root, env.STACK_DATA_DIR?.trim() || '.local-stack'),
      assistant,
    },
    problems: [],
  }
}

function readAssistant(env: Record<string, string | undefined>): Record<string, string> {
  const names = ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL']
  return Object.fromEntries(names.map((name) => [name, env[name]?.trim() ?? '']).filter(([, value]) => value !== ''))
}

function assistantProblems({ AI_BASE_URL: address, AI_API_KEY: key, AI_MODEL: model }: Record<string, string>) {
  const problems: string[] = []
  if (address !== undefined && !(/^https?:/i.test(address) && URL.canParse(address)))
    problems.push('AI_BASE_URL must be a URL that starts with http:// or https://')
  if (address !== undefined && key !== undefined && model === undefined)
    problems.push('AI_MODEL is missing: AI_BASE_URL and AI_API_KEY need the name of a model')
  return problems
}

function sharedPorts(ports: Record<string, number>): string[] {
  const entries = Object.entries(ports)
  return entries.flatMap(([name, port], index) =>
    entries
      .slice(index + 1)
      .filter(([, other]) => other === port)
      .map(([other]) => `${name} and ${other} must differ: both are ${port}`),
  )
}
