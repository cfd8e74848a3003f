import { z } from 'zod'
import { keys } from '../settings'
import { otherBank, ownBank, publicPart } from './banks'
import { sign, signatureHeader, verify } from './signature'

const answerSchema = z.record(z.string(), z.unknown())

export type BankMessage = Record<string, unknown> & { id: string; type: string }

/** Posts a message to the function `interbank`, signed unless the test signs it otherwise. */
export async function postToFernbank(
  apiUrl: string,
  message: unknown,
  { key = keys.otherBanks, from = otherBank.id, to = ownBank.id, at = Date.now(), headers = {} } = {},
): Promise<Response> {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  return fetch(`${apiUrl}/functions/v1/interbank`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: await sign(body, { from, to }, key, at),
      ...headers,
    },
    body,
  })
}

/** Sends a message and returns the verified answer. Throws when it is refused. */
export async function sendToFernbank(apiUrl: string, message: BankMessage): Promise<Record<string, unknown>> {
  const response = await postToFernbank(apiUrl, message)
  const body = await response.text()
  if (!response.ok) throw new Error(`The bank answered ${response.status}: ${body}`)
  const parties = { from: ownBank.id, to: otherBank.id }
  await verify(response.headers.get(signatureHeader) ?? '', body, parties, publicPart(ownBank.key))
  return answerSchema.parse(JSON.parse(body))
}
