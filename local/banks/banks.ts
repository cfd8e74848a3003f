import type postgres from 'postgres'
import { keys } from '../settings'

/** How the local stack's bank and the other banks are named in messages. */
export const ownBankId = 'fernbank'
export const otherBankId = 'other-banks'

/** The environment of the edge functions that exchange messages with other banks. */
export const bankEnvironment = { BANK_ID: ownBankId, BANK_PRIVATE_KEY: JSON.stringify(keys.ownBank) }

/** A public key without its private part. */
export function publicPart({ kty, crv, x }: { kty: string; crv: string; x: string }) {
  return { kty, crv, x }
}

/** Connects the other banks: sort codes that begin with these digits lead to them. */
export async function connectOtherBanks(sql: postgres.Sql, address: string, prefixes: string[]): Promise<void> {
  await sql`
    select private.add_bank(
      ${otherBankId}, 'The other banks', ${address}, ${sql.json(publicPart(keys.otherBanks))}, ${prefixes}
    )`
}
