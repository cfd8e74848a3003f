import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const needed = [
  ['SMTP_HOST', 'so no mail is sent, and no new device can be confirmed'],
  ['APP_URL', 'so security mails have no link that freezes the account, and no push message is sent'],
  ['VAPID_PRIVATE_KEY', 'so no push message is sent, and the app does not offer them'],
] as const
const neededByBanks = [
  ['BANK_ID', 'so no message of another bank is read, and none is sent'],
  ['BANK_PRIVATE_KEY', 'so no message of another bank is read, and none is sent'],
] as const

/** Which secrets the mails and push messages lack, and the messages to other banks where one is connected. Only the platform knows them; it answers names and digests, no values. */
export async function secretFindings(readSecrets: () => Promise<string>, { hasBanks = false } = {}): Promise<string[]> {
  try {
    const answer = await readSecrets()
    return [...needed, ...(hasBanks ? neededByBanks : [])]
      .filter(([name]) => !new RegExp(`\\b${name}\\b`).test(answer))
      .map(
        ([name, effect]) =>
          `The secret ${name} is missing, ${effect}: npx supabase secrets set ${name}=… (README, step 3).`,
      )
  } catch {
    return [
      'The secrets (SMTP_HOST, APP_URL, VAPID_PRIVATE_KEY, BANK_ID, BANK_PRIVATE_KEY) were not checked, because the command line of the platform did not answer: npx supabase login, then check again.',
    ]
  }
}

export async function readHostedSecrets(ref: string): Promise<string> {
  const list = ['supabase', 'secrets', 'list', `--remote=${ref}`, '--output', 'json']
  return (await promisify(execFile)('npx', list, { timeout: 60_000 })).stdout
}
