// How much many refused payments of one customer slow another customer's read. A refusal leaves no trace that a limit could
// count, so it has to be cheap.
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { signJwt } from '../local/auth/jwt'
import { keys } from '../local/settings'
import { startTemporaryStack } from '../local/template'
import { costlyNames } from '../supabase/tests/fixtures/costlyNames'
import { makeCustomers, type Customer } from './customers'
import { median } from './figures'

const rounds = 30
const atOnce = 40
const tokenSeconds = 3600

/** ms of a read: alone, behind refused payments, and behind as many reads, which any server has to serve. */
export type RefusalFigures = { atOnce: number; alone: number; behindRefusals: number; behindReads: number }

export async function measureRefusals(): Promise<RefusalFigures> {
  const stack = await startTemporaryStack()
  const sql = postgres(stack.databaseUrl, { max: 2, onnotice: () => undefined })
  try {
    const [payer, payee, reader] = await makeCustomers(sql, 3)
    if (payer === undefined || payee === undefined || reader === undefined) throw new Error('a customer is missing')
    const holder = costlyNames.find((name) => name.startsWith('a&')) ?? ''
    await sql`update public.accounts set account_holder_name = ${holder} where user_id = ${payee.id}`
    const call = async (headers: Record<string, string>, path: string, body?: object) => {
      const response = await fetch(`${stack.apiUrl}/rest/v1/${path}`, {
        headers,
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      await response.text()
      return response.status
    }
    const [payerHeaders, readerHeaders] = await Promise.all([
      headersOf(payer, stack.keys.publishable),
      headersOf(reader, stack.keys.publishable),
    ])
    const read = async () => {
      const began = performance.now()
      const status = await call(readerHeaders, 'transactions?select=*&order=created_at.desc&limit=50')
      if (status !== 200) throw new Error(`a read was answered with ${status}`)
      return performance.now() - began
    }
    // Not checked before, and by a name that takes the most work to compare.
    const refuse = async (nth: number) => {
      const status = await call(payerHeaders, 'rpc/make_payment', {
        p_request_id: randomUUID(),
        p_payment: {
          to_name: costlyNames[nth % costlyNames.length],
          to_sort_code: payee.sortCode,
          to_account_number: payee.accountNumber,
          amount: '1',
        },
      })
      if (status < 400 || status >= 500) throw new Error(`a payment was answered with ${status}`)
    }
    // A user has six requests at once. The payer's reads take no connection of the reader's.
    const readAsPayer = () => call(payerHeaders, 'transactions?select=*&order=created_at.desc&limit=50')
    const behind = async (work: (nth: number) => Promise<unknown>) => {
      const others = Array.from({ length: atOnce }, (_, nth) => work(nth))
      const time = await read()
      await Promise.all(others)
      return time
    }
    // Opens each connection and compiles the functions there.
    await Promise.all(Array.from({ length: atOnce }, (_, nth) => refuse(nth)))
    const alone: number[] = []
    const behindRefusals: number[] = []
    const behindReads: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await read())
      behindRefusals.push(await behind(refuse))
      behindReads.push(await behind(readAsPayer))
    }
    return {
      atOnce,
      alone: median(alone),
      behindRefusals: median(behindRefusals),
      behindReads: median(behindReads),
    }
  } finally {
    await sql.end()
    await stack.destroy()
  }
}

async function headersOf({ id, session }: Customer, key: string): Promise<Record<string, string>> {
  const exp = Math.floor(Date.now() / 1000) + tokenSeconds
  const claims = { role: 'authenticated', aud: 'authenticated', sub: id, session_id: session, exp }
  return {
    apikey: key,
    authorization: `Bearer ${await signJwt(claims, keys.jwtSecret)}`,
    'content-type': 'application/json',
  }
}
