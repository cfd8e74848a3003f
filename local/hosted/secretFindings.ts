import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const needed = [
  ['SMTP_HOST', 'so no mail is sent, and no new device can be confirmed'],
  ['APP_URL', 'so security mails have no link that freezes the account, and no push message is sent'],
] as const
const neededByBanks = [
  ['BANK_ID', 'so no message of another bank is read, and none is sent'],
  ['BANK_PRIVATE_KEY', 'so no message of another bank is read, and none is sent'],
] as const
/** A bank may do without these parts. */
const chosen = [
  ['VAPID_PRIVATE_KEY', 'Push messages'],
  ['CARD_NETWORK_KEY', 'Card payments'],
] as const

/**
 * `missing`: the secrets that the mails lack, and the messages to other banks where one is connected. `off`: the parts that the bank
 * does without. Only the platform knows the secrets; it answers names and digests, no values.
 */
export async function secretFindings(
  readSecrets: () => Promise<string>,
  { hasBanks = false } = {},
): Promise<{ missing: string[]; off: string[] }> {
  try {
    const answer = await readSecrets()
    const isMissing = ([name]: readonly [string, string]) => !new RegExp(`\\b${name}\\b`).test(answer)
    return {
      missing: [...needed, ...(hasBanks ? neededByBanks : [])]
        .filter(isMissing)
        .map(
          ([name, effect]) =>
            `The secret ${name} is missing, ${effect}: npx supabase secrets set ${name}=… (docs/deploy.md, step 3).`,
        ),
      off: chosen
        .filter(isMissing)
        .map(([name, part]) => `${part} are off, because the secret ${name} is not set (docs/deploy.md, step 3).`),
    }
  } catch {
    return {
      missing: [
        'The secrets (SMTP_HOST, APP_URL, BANK_ID, BANK_PRIVATE_KEY) were not checked, because the command line of the platform did not answer: npx supabase login, then check again.',
      ],
      off: [],
    }
  }
}

export async function readHostedSecrets(ref: string): Promise<string> {
  const list = ['supabase', 'secrets', 'list', `--remote=${ref}`, '--output', 'json']
  return (await promisify(execFile)('npx', list, { timeout: 60_000 })).stdout
}
