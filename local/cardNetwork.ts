import { z } from 'zod'
import { signatureOf } from '../supabase/functions/card-authorisation/signature.ts'
import { keys } from './settings'

export type CardMessage = Record<string, unknown> & { id: string; type: string }

const answerSchema = z.object({ approved: z.boolean(), responseCode: z.string() })
export type CardAnswer = z.infer<typeof answerSchema>

/** Sends a message to the local stack as the card network does. */
export async function postCardMessage(
  apiUrl: string,
  message: unknown,
  { key = keys.cardNetwork, timestamp = String(Date.now()), headers = {} } = {},
): Promise<Response> {
  const body = JSON.stringify(message)
  return fetch(`${apiUrl}/functions/v1/card-authorisation`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'card-network-timestamp': timestamp,
      'card-network-signature': await signatureOf(key, timestamp, body),
      ...headers,
    },
    body,
  })
}

/** Sends a message and returns its answer. Throws when the server refuses the message itself. */
export async function sendCardMessage(apiUrl: string, message: CardMessage): Promise<CardAnswer> {
  const response = await postCardMessage(apiUrl, message)
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`)
  return answerSchema.parse(await response.json())
}
