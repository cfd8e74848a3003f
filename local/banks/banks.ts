import type postgres from 'postgres'
import { keys } from '../settings'

type Key = { kty: string; crv: string; x: string; d: string }

/** The id is how a bank is named in messages, and the key is what it signs them with. */
export type Bank = { id: string; name: string; key: Key }
export const ownBank: Bank = { id: 'fernbank', name: 'Fernbank', key: keys.ownBank }
export const otherBank: Bank = { id: 'other-banks', name: 'The other banks', key: keys.otherBanks }

/** The environment of the edge functions that exchange messages with other banks. */
export const bankEnvironment = ({ id, key }: Bank) => ({ BANK_ID: id, BANK_PRIVATE_KEY: JSON.stringify(key) })

/** A public key without its private part. */
export function publicPart({ kty, crv, x }: { kty: string; crv: string; x: string }) {
  return { kty, crv, x }
}

/** Connects a bank: sort codes that begin with these digits lead to it. */
export async function connectBank(sql: postgres.Sql, { id, name, key }: Bank, address: string, prefix: string) {
  await sql`select private.add_bank(${id}, ${name}, ${address}, ${sql.json(publicPart(key))}, array[${prefix}])`
}
