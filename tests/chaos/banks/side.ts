import type { TemporaryStack } from '../../../local/template'
import { withDatabase } from '../database'
import type { Customer } from '../people'
import type { Random } from '../random'
import { takeTurns } from '../takeTurns'
import type { BankFigures } from './figures'

/** A payment from one side to the other, as the client remembers it. */
export type Fact = {
  payer: string
  /** Null for an account that the other bank does not have. */
  payee: string | null
  requestId: string
  pence: number
  outcome: 'unknown' | 'paid' | 'refused'
  id: string | null
}

export type Side = {
  stack: TemporaryStack
  /** The first two digits of its sort codes. */
  prefix: string
  customers: Customer[]
  facts: Fact[]
  /** Runs while this database is not being killed. */
  undisturbed: ReturnType<typeof takeTurns>
}

export type Around = { figures: BankFigures; random: Random; isOver: () => boolean }

export const newSide = (stack: TemporaryStack, prefix: string, customers: Customer[]): Side => ({
  stack,
  prefix,
  customers,
  facts: [],
  undisturbed: takeTurns(),
})

export const onDatabase: <T>(side: Side, work: Parameters<typeof withDatabase<T>>[1]) => Promise<T> = (side, work) =>
  withDatabase(side.stack.databaseUrl, work)

/** As the job of a hosted project does. False: it was killed, or its database was. */
export async function sendMessages({ stack: { apiUrl, keys } }: Side): Promise<boolean> {
  try {
    const response = await fetch(`${apiUrl}/functions/v1/send-interbank`, {
      method: 'POST',
      headers: { apikey: keys.secret, authorization: `Bearer ${keys.secret}` },
      signal: AbortSignal.timeout(30_000),
    })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
