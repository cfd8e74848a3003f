import type postgres from 'postgres'
import { keys } from '../settings'

type Key = { kty: string; crv: string; x: string; d: string }

/** How the bank of a stack is named in messages, and the key that it signs them with. */
export type OwnBank = { id: string; key: Key }
export const ownBank: OwnBank = { id: 'fernbank', key: keys.ownBank }
export const otherBankId = 'other-banks'

/** The environment of the edge functions that exchange messages with other banks. */
export const bankEnvironment = ({ id, key }: OwnBank) => ({ BANK_ID: id, BANK_PRIVATE_KEY: JSON.stringify(key) })

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
