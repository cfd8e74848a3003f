import type { BankKey } from './bankSignature.ts'

/** How this bank names itself in messages to other banks, and its key. Null if it exchanges none. */
export function ownBank(): BankKey | null {
  const bankId = Deno.env.get('BANK_ID')
  const key = Deno.env.get('BANK_PRIVATE_KEY')
  return bankId && key ? { bankId, privateKey: JSON.parse(key) } : null
}
